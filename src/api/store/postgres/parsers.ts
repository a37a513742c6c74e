/** Parsers of bool, int8, json, jsonb and numeric by type id. They return the same values as SQLite. */
const PARSERS: Readonly<Record<number, (text: string) => unknown>> = {
  16: (text) => (text === 't' ? 1 : 0),
  20: Number,
  114: String,
  1700: Number,
  3802: String,
};

/** Returns a function that returns the parser of a type. @param others returns pg's own parser for other types */
export const parserOf = (others: (oid: number) => unknown) => (oid: number) => PARSERS[oid] ?? others(oid);
