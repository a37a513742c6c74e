/** The records that the page last received, by address: what the user has seen of them. Saving states them to the API. */
const received = new Map<string, object>();

/** The values that the open form started from, if it has not taken over later ones. */
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

/** What the user has seen of a record; undefined if the page has not received it. */
export const seenRecord = (resource: string, id: unknown): object | undefined =>
  formBases.get(keyOf(resource, id)) ?? received.get(keyOf(resource, id));
