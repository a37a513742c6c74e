import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Vitals } from '#src/contract/reports/vitals.ts';
import { dayOf, writeDay } from '#src/serve/reports/day-files.ts';
import { readVitals } from '#src/serve/reports/vitals-files.ts';

let brand: string;
beforeEach(() => {
  brand = mkdtempSync(join(tmpdir(), 'lectern-vitals-'));
  mkdirSync(join(brand, 'vitals'));
});
afterEach(() => rmSync(brand, { recursive: true }));

const put = (name: string, text = '{"home":{"LCP":{"1":1}}}') => writeFileSync(join(brand, 'vitals', name), text);
const writeVitals = (folder: string, day: string, instance: string, vitals: Vitals) =>
  writeDay(folder, 'vitals', day, instance, vitals);
const ONE = { home: { LCP: { 1: 1 } } };

describe('files with field data', () => {
  it('contain the counts of a day in UTC', () => {
    expect(dayOf(new Date('2026-05-01T23:59:59.999Z'))).toBe('2026-05-01');
    expect(dayOf(new Date('2026-05-02T00:00:00Z'))).toBe('2026-05-02');
  });

  it('exist once per day and process, and are overwritten by the process with all its data', async () => {
    await writeVitals(brand, '2026-05-01', 'aa', ONE);
    await writeVitals(brand, '2026-05-01', 'bb', ONE);
    await writeVitals(brand, '2026-05-01', 'aa', { home: { LCP: { 1: 2 } } });
    expect(readdirSync(join(brand, 'vitals')).toSorted()).toEqual(['2026-05-01.aa.json', '2026-05-01.bb.json']);
    expect(readFileSync(join(brand, 'vitals/2026-05-01.aa.json'), 'utf8')).toBe('{"home":{"LCP":{"1":2}}}\n');
  });

  it('are deleted after 94 days, and no other files are deleted', async () => {
    put('2026-01-26.aa.json');
    put('2026-01-27.aa.json');
    put('2020-01-01.txt');
    await writeVitals(brand, '2026-05-01', 'bb', ONE);
    expect(readdirSync(join(brand, 'vitals')).toSorted()).toEqual([
      '2020-01-01.txt',
      '2026-01-27.aa.json',
      '2026-05-01.bb.json',
    ]);
  });

  it('are added up by day, starting with the requested day', async () => {
    put('2026-04-30.aa.json');
    put('2026-05-01.aa.json', '{"home":{"LCP":{"1":1,"2":3}},"genre":{"CLS":{"0":5}}}');
    put('2026-05-01.bb.json');
    put('2026-05-02.aa.json');
    expect([...(await readVitals(brand, '2026-05-01'))]).toEqual([
      ['2026-05-01', { home: { LCP: { 1: 2, 2: 3 } }, genre: { CLS: { 0: 5 } } }],
      ['2026-05-02', ONE],
    ]);
    expect([...(await readVitals(brand, '')).keys()]).toEqual(['2026-04-30', '2026-05-01', '2026-05-02']);
  });

  it.each([
    ['cut short', '{"home":'],
    ['with an unknown metric', '{"home":{"XYZ":{"1":1}}}'],
    ['with a fractional count', '{"home":{"LCP":{"1":0.5}}}'],
    ['with a negative count', '{"home":{"LCP":{"1":-1}}}'],
    ['with a bucket that is not a number', '{"home":{"LCP":{"x":1}}}'],
  ])('are still read if another file is damaged: %s', async (_what, text) => {
    put('2026-05-01.aa.json', text);
    put('2026-05-01.bb.json');
    expect([...(await readVitals(brand, ''))]).toEqual([['2026-05-01', ONE]]);
  });

  it('are read as empty if nothing was counted', async () => {
    expect((await readVitals(join(brand, 'none'), '')).size).toBe(0);
    put('2026-05-01.AA.json');
    put('notes.2026-05-01.aa.json');
    expect((await readVitals(brand, '')).size).toBe(0);
  });
});
