import { ManuscriptError } from './types.ts';

const MAX_COLUMNS = 200;
/** Maximum number of cells in all tables. Rows may omit cells, so a short text could produce a huge table. */
const MAX_CELLS = 100_000;
/** Matches the delimiter row below the column titles, also in a block quote. */
const RULE = /^[ \t>]*[-:|][-:| \t]*$/;

/** Checks the size of the tables in a text. @throws ManuscriptError if they have too many cells */
export function checkTables(text: string): void {
  const lines = text.split('\n');
  let cells = 0;
  let columns = 0;
  for (const line of lines) {
    if (line.includes('-') && RULE.test(line)) columns = line.split('|').length;
    else if (line.trim() === '') columns = 0;
    if (columns > MAX_COLUMNS)
      throw new ManuscriptError(`It has a table of ${columns} columns; the limit is ${MAX_COLUMNS}. Divide it.`);
    // A delimiter row with one column is a rule or a list, not a table.
    if (columns > 1) cells += columns;
    if (cells > MAX_CELLS)
      throw new ManuscriptError(`Its tables have more than ${MAX_CELLS} cells, which is the limit. Divide it.`);
  }
}
