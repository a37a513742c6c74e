export type JsonObject = Readonly<Record<string, unknown>>;

/** Reads a value of untrusted JSON. A value of another type is treated as empty, as in the functions below. */
export const asObject = (value: unknown): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
export const asArray = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const asText = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
export const textIn = (object: JsonObject, name: string): string => asText(object[name]);
