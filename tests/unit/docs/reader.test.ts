import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SHARED_SETTINGS } from '#src/shell/state/reader-settings.ts';

describe('the table of docs/develop/reader.md', () => {
  it('has a row for each reader setting', () => {
    const page = readFileSync('docs/develop/reader.md', 'utf8');
    const [, table = ''] = /^\| name \| setting \|.*\n((?:\|.*\n)+)/m.exec(page) ?? [];
    const names = [...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
    expect(names.sort()).toEqual(Object.keys(SHARED_SETTINGS).sort());
  });
});
