/** Converts the value of a date-time field to what the API expects: RFC 3339 in UTC, null if empty. */
export function toMoment(local: string | Date | null | undefined): string | null {
  if (local === null || local === undefined || local === '') return null;
  return new Date(local).toISOString();
}
