export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Returns an object in untrusted JSON. Here and in the functions below, a value of another type is treated as empty.
 */
export const asObject = (value: unknown): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
export const asArray = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const asText = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
export const textIn = (object: JsonObject, name: string): string => asText(object[name]);
