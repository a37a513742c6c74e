type Fields = Readonly<Record<string, unknown>> | null;

export interface ChangedField {
  readonly name: string;
  /** The text to display; '' if there is no value. */
  readonly before: string;
  readonly after: string;
}

/** The fields that differ between two versions of a record, sorted by name. */
export function changedFields(before: Fields, after: Fields): ChangedField[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return names
    .sort()
    .map((name) => ({ name, before: displayed(before?.[name]), after: displayed(after?.[name]) }))
    .filter((field) => field.before !== field.after);
}

function displayed(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join('\n');
  return JSON.stringify(value, null, 1);
}
