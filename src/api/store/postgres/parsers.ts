/** Parsers by type id that return values as SQLite does: bool, int8, json, jsonb, numeric. */
const PARSERS: Readonly<Record<number, (text: string) => unknown>> = {
  16: (text) => (text === 't' ? 1 : 0),
  20: Number,
  114: String,
  1700: Number,
  3802: String,
};

/** @param others pg's own parsers, for the other types */
export const parserOf = (others: (oid: number) => unknown) => (oid: number) => PARSERS[oid] ?? others(oid);
