import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesBelow } from '../../../scripts/checks/modules.ts';

const INDEX = 'docs/operate/security/asvs.md';
const FOLDER = 'docs/operate/security';

/** Number of level 1 and 2 requirements per section, by chapter of ASVS 5.0.0; they come first in each section. */
const REQUIREMENTS: Readonly<Record<string, readonly number[]>> = {
  V1: [2, 9, 11, 3, 2],
  V2: [3, 3, 4, 1],
  V3: [0, 2, 4, 6, 5, 0, 2],
  V4: [3, 1, 2, 4],
  V5: [1, 3, 2, 3],
  V6: [3, 12, 4, 4, 5, 3, 0, 4],
  V7: [3, 4, 2, 5, 2, 2],
  V8: [2, 3, 1, 1],
  V9: [3, 4],
  V10: [2, 2, 4, 11, 5, 2, 3],
  V11: [2, 3, 3, 4, 1, 1],
  V12: [3, 2, 4],
  V13: [1, 5, 2, 5],
  V14: [2, 4, 3],
  V15: [3, 3, 7],
  V16: [1, 5, 4, 3, 3],
  V17: [1, 4, 2],
};
const LEVEL_1 = 70;

const NUMBERS = Object.entries(REQUIREMENTS).flatMap(([chapter, sections]) =>
  sections.flatMap((count, index) => Array.from({ length: count }, (_, item) => `${chapter}.${index + 1}.${item + 1}`)),
);

interface Row {
  readonly number: string;
  readonly level: string;
  readonly asks: string;
  readonly how: string;
  readonly shown: string;
}

const ROWS: readonly Row[] = readdirSync(FOLDER).flatMap((name) =>
  readFileSync(join(FOLDER, name), 'utf8')
    .split('\n')
    .filter((line) => /^\| V\d+\./.test(line))
    .map((line) => {
      const [number = '', level = '', asks = '', how = '', shown = '', ...rest] = line.slice(2, -2).split(' | ');
      if (rest.length > 0) throw new Error(`A row of ${name} has too many cells: ${line}`);
      return { number, level, asks, how, shown };
    }),
);

const REASON = /^(in writing|by the operator|does not apply|not met): \S.{7,}$/;
const TEST = /`([^`]+)` "([^"]+)"/g;
const testsOf = ({ shown }: Row) => [...shown.matchAll(TEST)].map(([, file = '', title = '']) => ({ file, title }));
const kindOf = ({ shown }: Row) => REASON.exec(shown)?.[1] ?? 'met';

/** Whether a test file has a test or group with exactly this title. */
function hasTitle(file: string, title: string): boolean {
  const code = readFileSync(file, 'utf8');
  return ["'", '"', '`'].some((quote) => code.includes(quote + title + quote));
}

describe('the tables of the security requirements', () => {
  it('list each requirement once', () => {
    expect(NUMBERS).toHaveLength(253);
    expect(ROWS.map(({ number }) => number).sort()).toEqual([...NUMBERS].sort());
    expect(ROWS.filter(({ level }) => level === '1')).toHaveLength(LEVEL_1);
    expect(ROWS.filter(({ level }) => level !== '1' && level !== '2')).toEqual([]);
  });

  it('contain the requirement, the implementation, and a test or reason in each row', () => {
    const incompleteRows = ROWS.filter((row) => {
      const isTests = row.shown.replaceAll(TEST, 'test').replace(/^test(; test)*$/, '') === '';
      return row.asks === '' || row.how === '' || !(isTests || REASON.test(row.shown));
    });
    expect(incompleteRows).toEqual([]);
  });

  it('quote existing tests by their full title', () => {
    const namedTests = ROWS.flatMap((row) => testsOf(row).map((test) => ({ number: row.number, ...test })));
    expect(namedTests.length).toBeGreaterThan(150);
    expect(namedTests.filter(({ file, title }) => !existsSync(file) || !hasTitle(file, title))).toEqual([]);
  });

  it('have their totals on the overview page', () => {
    const index = readFileSync(INDEX, 'utf8');
    const counted = (rows: readonly Row[]) =>
      ['met', 'in writing', 'by the operator', 'does not apply', 'not met']
        .map((kind) => rows.filter((row) => kindOf(row) === kind).length)
        .join(' | ');
    for (const chapter of Object.keys(REQUIREMENTS))
      expect(index).toContain(
        `| ${chapter} | ${counted(ROWS.filter(({ number }) => number.startsWith(`${chapter}.`)))} |`,
      );
    expect(index).toContain(`| all | ${counted(ROWS)} |`);
  });
});

it('no source disables certificate checks', async () => {
  const folders = ['src', 'scripts', 'brands', 'deploy'].map((folder) => filesBelow(process.cwd(), folder));
  const sources = (await Promise.all(folders)).flat().filter((name) => /\.(ts|tsx|mjs|js|astro|service)$/.test(name));
  expect(sources.length).toBeGreaterThan(300);
  const off = /rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|checkServerIdentity/;
  expect(sources.filter((file) => off.test(readFileSync(file, 'utf8')))).toEqual([]);
});
