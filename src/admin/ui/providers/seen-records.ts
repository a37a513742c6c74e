/**
 * The last version of each record that the page has received, by address. A save sends these values to the API, so that
 * the API knows what the user has seen.
 */
const received = new Map<string, object>();

/** The values on which the open form is based, by address of the record. They take precedence over `received`. */
const formBases = new Map<string, object>();

const keyOf = (resource: string, id: unknown) => `${resource}/${id}`;

export function rememberRecords<R extends { readonly id: unknown }>(resource: string, records: readonly R[]): void {
  for (const record of records) {
    const key = keyOf(resource, record.id);
    received.set(key, record);
  }
}

export const setFormBase = (resource: string, id: unknown, base: object): void => {
  formBases.set(keyOf(resource, id), base);
};

export const deleteFormBase = (resource: string, id: unknown): void => {
  formBases.delete(keyOf(resource, id));
};

/** The values of a record that the user has seen; undefined if the page has not received the record. */
export const seenRecord = (resource: string, id: unknown): object | undefined =>
  formBases.get(keyOf(resource, id)) ?? received.get(keyOf(resource, id));
