import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { PROPERTY_FILES, SLOW_FILES } from '../../slow-tests.ts';

const PAGE = readFileSync('docs/develop/testing.md', 'utf8');

describe('docs/develop/testing.md', () => {
  it('lists every slow file with its reason', () => {
    const rows = [...PAGE.matchAll(/^\| `(\S+\.ts)` \| (.+) \|$/gm)].map(([, file, reason]) => [
      `tests/${file}`,
      reason,
    ]);
    expect(Object.fromEntries(rows)).toEqual(SLOW_FILES);
  });
});

describe('the lists of slow tests', () => {
  it('refer to existing files', () => {
    const files = [...Object.keys(SLOW_FILES), ...PROPERTY_FILES];
    expect(files.filter((file) => !existsSync(file))).toEqual([]);
  });

  it('refer only to property test files whose number of examples depends on the scope', () => {
    expect(
      PROPERTY_FILES.filter((file) => readFileSync(file, 'utf8').match(/\b(?:examples|someOf)\(/) === null),
    ).toEqual([]);
  });
});
