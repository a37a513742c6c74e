import { describe, expect, it } from 'vitest';
import { longBook } from '../../../../scripts/bench/long-book.ts';
import { isKept, row, tableOf } from '../../../../scripts/bench/report.ts';

describe('a row of a bench', () => {
  it('keeps its limit up to the limit itself', () => {
    expect([49, 50, 51].map((ours) => isKept(row('task', ours, 10, 'ms', 50)))).toEqual([true, true, false]);
    expect(isKept(row('task', 1e9, 10, 'ms'))).toBe(true);
  });

  it('has the ratio to the peer, also to one that takes no time', () => {
    expect(row('task', 15, 10, 'ms').ratio).toBe(1.5);
    expect(Number.isFinite(row('task', 15, 0, 'ms').ratio)).toBe(true);
  });
});

describe('tableOf', () => {
  it('says of each limit whether it is kept', () => {
    const rows = [row('HTML', 30, 20, 'bytes', 60), row('task', 70, 20, 'ms', 50), row('other', 1, 2, 'ms')];
    const table = tableOf({ name: 'catalogue', machine: 'a machine', rows });
    expect(table).toMatch(/^catalogue on a machine\n/);
    expect(table).toMatch(/HTML +30 bytes +20 bytes +1\.5 +within 60 bytes/);
    expect(table).toMatch(/task +70 ms +20 ms +3\.5 +OVER 50 ms/);
  });
});

describe('longBook', () => {
  it('has so many chapters with titles of their own, the last third locked', () => {
    const { chapters } = longBook(3000);
    expect(new Set(chapters.map(({ title }) => title)).size).toBe(3000);
    expect(chapters.filter(({ price }) => price !== null)).toHaveLength(1001);
  });
});
