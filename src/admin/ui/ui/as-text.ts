/** `parse` for a text field whose empty value is '' instead of null. */
export const asText = (value: string | null): string => value ?? '';
