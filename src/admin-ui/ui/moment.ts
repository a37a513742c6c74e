/** What a field of date and time holds, as the API takes it: RFC 3339 in UTC, null for an empty one. */
export function toMoment(local: string | Date | null | undefined): string | null {
  if (local === null || local === undefined || local === '') return null;
  return new Date(local).toISOString();
}
