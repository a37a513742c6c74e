import type { Redirect } from '#src/publish/release/index.ts';

/** Names of the columns in the first row, if it is a header. */
const HEADER = /^"?(?:from|old|source|address|url|old[ _-]?(?:url|address|path))"?\s*[,;\t]/i;
const CELL = /^\s*(?:"((?:[^"]|"")*)"|([^,;\t]*?))\s*(?:[,;\t]|$)/;

/**
 * Reads redirects from CSV: the old address and the new path, separated by comma, semicolon or tab. Skips empty lines and a
 * header. Further columns are ignored.
 */
export function redirectsFromCsv(text: string): Redirect[] {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r\n?|\n/)
    .filter((line) => line.trim() !== '');
  const rows = HEADER.test(lines[0] ?? '') ? lines.slice(1) : lines;
  return rows.map((line) => {
    const [from, rest] = firstCell(line);
    return { from, to: firstCell(rest)[0] };
  });
}

/** @returns the first cell and the text after its separator */
function firstCell(line: string): [cell: string, rest: string] {
  const match = CELL.exec(line);
  if (!match) return [line.trim(), ''];
  return [match[1]?.replaceAll('""', '"') ?? match[2] ?? '', line.slice(match[0].length)];
}
