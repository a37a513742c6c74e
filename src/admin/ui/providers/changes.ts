type Fields = Readonly<Record<string, unknown>>;

export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The fields that a form changed. Sending only these does not overwrite concurrent changes to other fields. */
export const changesIn = (data: object, previous: object = {}): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(data).filter(([name, value]) => name !== 'id' && !isSame(value, (previous as Fields)[name])),
  );

/** The fields of a record with these names; names that it does not have are skipped. */
export const picked = (record: object, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => names.includes(name)));
