import { describe, expect, it } from 'vitest';
import { longBook } from '../../../../scripts/bench/long-book.ts';
import {
  atLeast,
  isWithinLimits,
  lessIsBetter,
  moreIsBetter,
  row,
  rowWithoutPeer,
  tableOf,
} from '../../../../scripts/bench/report.ts';

describe('a benchmark row', () => {
  it('meets its goal up to and including its limit', () => {
    expect([49, 50, 51].map((ours) => isWithinLimits(row('task', ours, 10, 'ms', 50)))).toEqual([true, true, false]);
    expect(isWithinLimits(row('task', 1e9, 10, 'ms'))).toBe(true);
  });

  it('has a ratio to the peer even if the peer took no time', () => {
    expect(row('task', 15, 10, 'ms').ratio).toBe(1.5);
    expect(Number.isFinite(row('task', 15, 0, 'ms').ratio)).toBe(true);
  });
});

describe('a benchmark row with a ratio', () => {
  it('has a ratio above 1 if Lectern is better, whether higher or lower figures are better', () => {
    expect(moreIsBetter('pages', 200, 100, 'pages/s').ratio).toBe(2);
    expect(lessIsBetter('night', 5, 60, 's').ratio).toBe(12);
  });

  it('meets its goal if the ratio is at least the limit', () => {
    expect([59, 60, 61].map((full) => isWithinLimits(lessIsBetter('night', 5, full, 's', 12)))).toEqual([
      false,
      true,
      true,
    ]);
    expect(isWithinLimits(moreIsBetter('pages', 1, 100, 'pages/s'))).toBe(true);
  });
});

describe('a benchmark row without a peer', () => {
  it('can have limits like other rows', () => {
    expect([50, 51].map((seconds) => isWithinLimits(rowWithoutPeer('brands', seconds, 's', 50)))).toEqual([
      true,
      false,
    ]);
    expect([49, 50].map((answers) => isWithinLimits(atLeast('alone', answers, 'req/s', 50)))).toEqual([false, true]);
  });
});

describe('tableOf', () => {
  it('shows whether each limit is met', () => {
    const rows = [row('HTML', 30, 20, 'bytes', 60), row('task', 70, 20, 'ms', 50), row('other', 1, 2, 'ms')];
    const table = tableOf({ name: 'reader', machine: 'a machine', rows });
    expect(table).toMatch(/^reader on a machine\n/);
    expect(table).toMatch(/HTML +30 bytes +20 bytes +1\.5 +within 60 bytes/);
    expect(table).toMatch(/task +70 ms +20 ms +3\.5 +OVER 50 ms/);
  });

  it('shows whether each ratio meets its limit, and omits a missing peer', () => {
    const rows = [
      moreIsBetter('full', 300, 100, 'p/s', 2),
      moreIsBetter('slow', 1, 1, 'p/s', 2),
      rowWithoutPeer('all', 4, 's', 5),
    ];
    const table = tableOf({ name: 'rebuild', machine: 'a machine', rows });
    expect(table).toMatch(/full +300 p\/s +100 p\/s +3 +at least 2/);
    expect(table).toMatch(/slow +1 p\/s +1 p\/s +1 +UNDER 2/);
    expect(table).toMatch(/all +4 s +within 5 s/);
  });
});

describe('the generated book for benchmarks with long books', () => {
  it('has the requested number of chapters with distinct titles, and the last third of them is locked', () => {
    const { chapters } = longBook(3000);
    expect(new Set(chapters.map(({ title }) => title)).size).toBe(3000);
    expect(chapters.filter(({ price }) => price !== null)).toHaveLength(1001);
  });
});
