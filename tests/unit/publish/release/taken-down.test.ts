import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  addTakenDown,
  otherReleases,
  readTakenDown,
  setFirstWithout,
  takenDownFile,
} from '#src/publish/release/index.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-taken-down-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const NOON = { book: 5, status: 410, at: '2026-05-02T12:00:00.000Z' } as const;

describe('the takedown list of a brand', () => {
  it('is empty if there is no file, and throws if the file is damaged', () => {
    expect(readTakenDown(folder)).toEqual({ books: [], since: '' });
    writeFileSync(takenDownFile(folder), '{"books": [');
    expect(() => readTakenDown(folder)).toThrow(SyntaxError);
  });

  it('contains each book once, with its latest status', async () => {
    await addTakenDown(folder, NOON);
    expect(readTakenDown(folder).books).toEqual([NOON]);
    await addTakenDown(folder, { ...NOON, book: 6 });
    await addTakenDown(folder, { ...NOON, status: 451 });
    expect(readTakenDown(folder).books.map(({ book, status }) => [book, status])).toEqual([
      [6, 410],
      [5, 451],
    ]);
  });

  it('contains the latest reason of a book', async () => {
    await addTakenDown(folder, { ...NOON, status: 451, reason: 'Order 7' });
    expect(readTakenDown(folder).books).toEqual([{ ...NOON, status: 451, reason: 'Order 7' }]);
    await addTakenDown(folder, NOON);
    expect(readTakenDown(folder).books).toEqual([NOON]);
  });

  it('excludes releases from before its latest entry, even if the clock was set back', async () => {
    await addTakenDown(folder, NOON);
    expect(readTakenDown(folder).since).toBe('20260502T120000000Z');
    await addTakenDown(folder, { ...NOON, book: 6, at: '2026-05-02T11:00:00.000Z' });
    expect(readTakenDown(folder).since).toBe('20260502T120000000Z');
    await addTakenDown(folder, { ...NOON, book: 7, at: '2026-05-02T13:00:00.000Z' });
    expect(readTakenDown(folder).since).toBe('20260502T130000000Z');
  });

  it('keeps its books when the first release without these books is recorded', async () => {
    await addTakenDown(folder, NOON);
    await setFirstWithout(folder, '20260502T121500000Z');
    expect(readTakenDown(folder)).toEqual({ books: [NOON], since: '20260502T121500000Z' });
  });
});

describe('the releases that can replace a damaged release', () => {
  const IDS = ['20260501T000000000Z', '20260502T000000000Z', '20260503T000000000Z', '20260504T000000000Z'];
  beforeEach(() => {
    for (const id of IDS) {
      mkdirSync(join(folder, 'releases', id), { recursive: true });
      writeFileSync(join(folder, 'releases', id, 'release.json'), '{}');
    }
    mkdirSync(join(folder, 'releases', '20260505T000000000Z'));
  });
  const others = (id = '') => otherReleases(folder, id).map((path) => IDS.findIndex((one) => path.endsWith(`/${one}`)));

  it('are the finished releases: first earlier, then later releases, each newest first', () => {
    expect(others(IDS[2])).toEqual([1, 0, 3]);
  });

  it('include only releases created since the last takedown', async () => {
    await setFirstWithout(folder, IDS[1] ?? '');
    expect(others(IDS[2])).toEqual([1, 3]);
  });
});
