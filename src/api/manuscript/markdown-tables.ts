import { ManuscriptError } from './types.ts';

const MAX_COLUMNS = 200;
/** A row may leave its cells out, so that a short text makes a huge table. */
const MAX_CELLS = 100_000;
/** The line under the titles of the columns, also in a quotation. */
const RULE = /^[ \t>]*[-:|][-:| \t]*$/;

/** @throws ManuscriptError for a table that is larger than any in a book */
export function checkTables(text: string): void {
  const lines = text.split('\n');
  let cells = 0;
  let columns = 0;
  for (const line of lines) {
    if (line.includes('-') && RULE.test(line)) columns = line.split('|').length;
    else if (line.trim() === '') columns = 0;
    if (columns > MAX_COLUMNS)
      throw new ManuscriptError(`It has a table of ${columns} columns; at most ${MAX_COLUMNS} are read. Divide it.`);
    // Without a column there is no table: rules and lists have one such line.
    if (columns > 1) cells += columns;
    if (cells > MAX_CELLS)
      throw new ManuscriptError(`Its tables have more than ${MAX_CELLS} cells, and no more are read. Divide it.`);
  }
}
