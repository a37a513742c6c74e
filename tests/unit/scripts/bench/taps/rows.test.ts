import { describe, expect, it } from 'vitest';
import { isWithinLimits } from '../../../../../scripts/bench/report.ts';
import { MAX_CODE } from '../../../../../scripts/bench/taps/controls.ts';
import { rowsOf } from '../../../../../scripts/bench/taps/index.ts';
import type { Response } from '../../../../../scripts/bench/taps/measure.ts';

const RESPONSE: Response = { leaves: false, first: 40, full: 900, bytes: 61_440, files: 5 };
const missed = (responses: readonly Response[], code?: typeof MAX_CODE) =>
  rowsOf('chapter: contents', code, responses).flatMap((row) => (isWithinLimits(row) ? [] : [row.what]));

describe('rowsOf', () => {
  it('formats the medians of the responses to a control', () => {
    const rows = rowsOf('chapter: contents', MAX_CODE, [
      RESPONSE,
      { ...RESPONSE, first: 70, full: 1200 },
      { ...RESPONSE, first: 300, full: 4000, bytes: 122_880 },
    ]);
    expect(rows.map(({ what, ours, unit, limit }) => [what, ours, unit, limit])).toEqual([
      ['chapter: contents, first response', 70, 'ms', 100],
      ['chapter: contents, full response', 1200, 'ms', 1500],
      ['chapter: contents, code', 60, 'KB', 80],
      ['chapter: contents, files', 5, '', 6],
    ]);
  });

  it('reports late responses and code above its goal', () => {
    expect(missed([RESPONSE], MAX_CODE)).toEqual([]);
    expect(missed([{ ...RESPONSE, first: 101, full: 1501, bytes: 90_000, files: 7 }], MAX_CODE)).toEqual([
      'chapter: contents, first response',
      'chapter: contents, full response',
      'chapter: contents, code',
      'chapter: contents, files',
    ]);
    expect(missed([{ ...RESPONSE, bytes: 90_000, files: 7 }])).toEqual([]);
  });

  it('measures the next page without limits if the control is a link', () => {
    const rows = rowsOf('home: a book', undefined, [{ ...RESPONSE, leaves: true, first: null, full: 3000 }]);
    expect(rows).toEqual([
      { what: 'home: a book, next page painted', ours: 3000, peer: null, ratio: null, unit: 'ms' },
    ]);
  });

  it('has no first response of a list that is measured from navigation', () => {
    const [row] = rowsOf('history: list', MAX_CODE, [{ ...RESPONSE, first: null, full: 1600 }]);
    expect(row).toMatchObject({ what: 'history: list, full response', ours: 1600, limit: 1500 });
  });
});
