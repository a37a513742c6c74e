type Fields = Readonly<Record<string, unknown>> | null;

export interface ChangedField {
  readonly name: string;
  /** As a person reads it; '' where there was nothing. */
  readonly before: string;
  readonly after: string;
}

/** The fields that an entry of the audit log is about, by name. */
export function changedFields(before: Fields, after: Fields): ChangedField[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return names
    .sort()
    .map((name) => ({ name, before: readable(before?.[name]), after: readable(after?.[name]) }))
    .filter((field) => field.before !== field.after);
}

function readable(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join('\n');
  return JSON.stringify(value, null, 1);
}
