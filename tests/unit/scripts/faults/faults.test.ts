import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { selectFaults } from '../../../../scripts/faults/run.ts';
import { withFault } from '../../../../scripts/faults/source.ts';
import { fillFaults } from '../../../../scripts/faults/table.ts';
import { ofPlaywright, ofVitest } from '../../../../scripts/faults/trial.ts';
import type { Fault } from '../../../faults/fault.ts';
import { FAULTS } from '../../../faults/index.ts';

const ALL = Object.values(FAULTS).flat();
const read = (file: string) => readFileSync(new URL(`../../../../${file}`, import.meta.url), 'utf8');

const FAULT: Fault = {
  line: 'a line',
  fault: 'a mistake',
  file: 'a.ts',
  find: 'x + 1',
  replace: 'x',
  test: { stage: 'unit', file: 'a.test.ts', title: 'adds' },
};

const escaped = (text: string) => text.replaceAll(/[$()*+.?[\\\]^{|}/]/g, '\\$&');

/** What may be a title in a file of tests. One of a table of tests has its values put in. */
const titlesIn = (source: string): RegExp[] =>
  [...source.matchAll(/'((?:[^'\\\n]|\\.){4,})'|"([^"\n]{4,})"|`([^`\n]{4,})`/g)].map(
    ([, one = '', two = '', three = '']) =>
      new RegExp(
        escaped((one || two || three).replaceAll("\\'", "'")).replaceAll(/%[a-z]|\\\$(\\\{.*?\\\}|\w+)/g, '.*'),
      ),
  );

describe('the list of faults', () => {
  it('names places that stand in the source once, and changes them', () => {
    for (const fault of ALL) expect(withFault(read(fault.file), fault), fault.fault).not.toBe(read(fault.file));
  });

  it('names tests that there are', () => {
    for (const { test } of ALL) expect(test.file).toMatch(new RegExp(`^tests/${test.stage}/`));
    const missing = ALL.filter(({ test: { file, title } }) => {
      const source = read(file);
      return !source.includes(title) && !titlesIn(source).some((known) => known.test(title));
    });
    expect(missing.map(({ test }) => `${test.file}: ${test.title}`)).toEqual([]);
  });

  it('stands in docs/develop/faults.md (npm run faults -- --docs writes it)', () => {
    const text = read('docs/develop/faults.md');
    expect(fillFaults(text, ALL)).toBe(text);
  });
});

describe('a fault', () => {
  it('is refused where its place is missing or there twice', () => {
    expect(withFault('y = x + 1;', FAULT)).toBe('y = x;');
    expect(() => withFault('y = 1;', FAULT)).toThrow('a.ts has 0 places');
    expect(() => withFault('x + 1; x + 1;', FAULT)).toThrow('a.ts has 2 places');
  });

  it('is caught by a test that ran and failed, and by nothing else', () => {
    const vitest = { numPassedTests: 0, numFailedTests: 0, numPendingTests: 3, numTodoTests: 0, testResults: [] };
    expect(ofVitest({ ...vitest, numFailedTests: 1 })).toBe('caught');
    expect(ofVitest({ ...vitest, numPassedTests: 1 })).toBe('missed');
    expect(ofVitest(vitest)).toBe('error');
    expect(ofVitest(undefined)).toBe('error');
    const stats = { expected: 0, unexpected: 0, flaky: 0, skipped: 0 };
    expect(ofPlaywright({ stats: { ...stats, unexpected: 1 } })).toBe('caught');
    expect(ofPlaywright({ stats: { ...stats, expected: 1 } })).toBe('missed');
    expect(ofPlaywright({ stats })).toBe('error');
  });

  it('is chosen by its area, and an unknown area is refused', () => {
    expect(selectFaults([])).toEqual(ALL);
    expect(() => selectFaults(['nothing'])).toThrow('There are no faults "nothing"');
  });
});
