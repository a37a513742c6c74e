/** `parse` of a field that may be empty but is never null. */
export const asText = (value: string | null): string => value ?? '';
