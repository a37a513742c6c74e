import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSql } from '#src/lib/sqlite.ts';
import {
  beginNight,
  checkNight,
  lastNights,
  type NightEnd,
  nightsText,
  readNights,
} from '#src/publish/nights/index.ts';
import { isAlive, markOf } from '#src/publish/nights/process-mark.ts';
import { recordingLog } from '../../../helpers/recording-log.ts';

const END: NightEnd = {
  outcome: 'published',
  exitCode: 0,
  release: 'r1',
  seconds: { sync: 1.5, total: 2.5 },
  pages: { rendered: 3, kept: 90, removed: 1 },
  kinds: { novel: { rendered: 3, kept: 90, removed: 1 } },
  bytes: 2 ** 20,
  upstream: { calls: 12, retries: 1, errors: 2 },
  reasons: ['accepted: it is right'],
};
const ALL = { last: 100 };

let state: string;
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'lectern-nights-'));
});
afterEach(() => rmSync(state, { recursive: true, force: true }));

const begin = (brand: string, at = '2026-01-02T03:00:00.000Z') => {
  const { log, lines } = recordingLog();
  const record = beginNight({ state, brand, mode: 'night', log, now: () => new Date(at) });
  return { record, lines };
};

const edit = (sql: string) => {
  const database = openSql(join(state, 'nights.db'));
  database.exec(sql);
  database.close();
};

describe('the record of nightly rebuilds', () => {
  it('is empty before the first run', () => {
    expect(readNights(state, ALL)).toEqual([]);
    expect(nightsText([])).toContain('npm run rebuild');
  });

  it('stores all data of a run', () => {
    begin('one').record.end(END);
    const started = '2026-01-02T03:00:00.000Z';
    expect(readNights(state, ALL)).toEqual([{ id: 1, brand: 'one', mode: 'night', started, ended: started, ...END }]);
  });

  it('lists the newest runs first, up to a limit, and only the runs of one brand if requested', () => {
    for (const brand of ['one', 'two', 'one']) begin(brand).record.end(END);
    const ids = (selection: Parameters<typeof readNights>[1]) => readNights(state, selection).map(({ id }) => id);
    expect(ids(ALL)).toEqual([3, 2, 1]);
    expect(ids({ brand: 'one', last: 100 })).toEqual([3, 1]);
    expect(ids({ brand: 'one', last: 1 })).toEqual([3]);
    expect(ids({ modes: ['full'], last: 1 })).toEqual([]);
    expect(ids({ modes: ['full', 'night'], last: 1 })).toEqual([3]);
  });

  it.each([
    ['shard', 'part', []],
    ['merge', 'published', ['one']],
  ])('includes runs in the mode %s, which only earlier versions recorded', (mode, outcome, isSuccess) => {
    begin('one').record.end(END);
    edit(`UPDATE nights SET mode = '${mode}', outcome = '${outcome}'`);
    const nights = readNights(state, ALL);
    expect(nights).toMatchObject([{ mode, outcome }]);
    expect(nightsText(nights)).toContain(mode);
    expect(lastNights(state).good.map(({ brand }) => brand)).toEqual(isSuccess);
  });

  it('shows a run as running while its process is alive, and as lost if the process ended without a result', () => {
    begin('one');
    expect(readNights(state, ALL)[0]).toMatchObject({ outcome: 'running', ended: null, exitCode: null });
    const { pid } = spawnSync('true');
    edit(`UPDATE nights SET process = '${pid}:1'`);
    expect(readNights(state, ALL)[0]).toMatchObject({ outcome: 'lost', ended: null, exitCode: null });
    expect(nightsText(readNights(state, ALL))).toContain('it recorded no result');
  });

  it('shows the progress of a run until it ends', () => {
    const { record } = begin('one');
    record.progress('3 of 40 shards are rendered.');
    record.progress('9 of 40 shards are rendered.');
    expect(nightsText(readNights(state, ALL))).toContain('    9 of 40 shards are rendered.');
    record.end(END);
    record.progress('10 of 40 shards are rendered.');
    expect(readNights(state, ALL)[0]).toMatchObject({ outcome: 'published', reasons: END.reasons });
  });

  it('removes runs older than a year', () => {
    begin('one', '2025-01-01T00:00:00.000Z').record.end(END);
    begin('one', '2026-01-01T00:00:00.000Z').record.end(END);
    expect(readNights(state, ALL)).toHaveLength(2);
    begin('one', '2026-01-03T00:00:00.000Z');
    expect(readNights(state, ALL).map(({ started }) => started.slice(0, 10))).toEqual(['2026-01-03', '2026-01-01']);
  });

  it('logs once that it cannot be written, and does not stop the run', () => {
    writeFileSync(join(state, 'nights.db'), 'no database '.repeat(500));
    const { record, lines } = begin('one');
    record.end(END);
    expect(lines).toEqual([expect.stringMatching(/"warn".*continuing without it: A database is damaged/)]);
  });

  it('does not change a file written by a newer version', () => {
    begin('one').record.end(END);
    edit('PRAGMA user_version = 99');
    expect(begin('one').lines).toEqual([expect.stringMatching(/newer one wrote it/)]);
    expect(() => readNights(state, ALL)).toThrow(/version 99.*Use the newer Lectern/);
  });
});

describe('checkNight', () => {
  const verdict = () => checkNight(state, { brand: 'one', since: new Date('2026-01-02T00:00:00Z') }).outcome;
  const failed: NightEnd = { ...END, outcome: 'failed', exitCode: 3 };

  it('reports a missing rebuild if none has started since the given time', () => {
    begin('two').record.end(END);
    begin('one', '2026-01-01T23:00:00.000Z').record.end(END);
    expect(verdict()).toBe('missing');
    begin('one').record.end(END);
    expect(verdict()).toBe('good');
  });

  it('ignores corrections of selected pages', () => {
    begin('one').record.end(END);
    edit("UPDATE nights SET mode = 'pages'");
    expect(verdict()).toBe('missing');
  });

  it('returns the outcome of the last run, or of an earlier run of the same night if that succeeded', () => {
    begin('one').record.end(failed);
    expect(verdict()).toBe('failed');
    begin('one').record.end({ ...failed, outcome: 'refused' });
    expect(verdict()).toBe('refused');
    begin('one');
    expect(verdict()).toBe('running');
    edit("UPDATE nights SET process = '1:1'");
    expect(verdict()).toBe('lost');
    begin('one').record.end({ ...END, outcome: 'unchanged' });
    begin('one').record.end(failed);
    expect(verdict()).toBe('good');
  });

  it('ignores cancelled runs', () => {
    begin('one').record.end({ ...failed, outcome: 'cancelled' });
    expect(verdict()).toBe('missing');
    begin('one').record.end(END);
    begin('one').record.end({ ...failed, outcome: 'cancelled' });
    expect(verdict()).toBe('good');
  });
});

describe('lastNights', () => {
  const ids = () => {
    const { last, good } = lastNights(state);
    return [last.map(({ id }) => id), good.map(({ id }) => id)];
  };

  it('is empty before the first run', () => {
    expect(ids()).toEqual([[], []]);
  });

  it('returns the last run and the last successful run of each brand, ignoring corrections', () => {
    begin('two').record.end({ ...END, outcome: 'unchanged' });
    begin('one').record.end(END);
    begin('one').record.end({ ...END, outcome: 'refused', exitCode: 4 });
    expect(ids()).toEqual([
      [3, 1],
      [2, 1],
    ]);
    begin('one').record.end(END);
    edit("UPDATE nights SET mode = 'pages' WHERE id = 4");
    begin('three');
    expect(ids()).toEqual([
      [3, 5, 1],
      [2, 1],
    ]);
  });
});

describe('markOf, which returns an identifier of a process', () => {
  it('distinguishes a process from a later process with the same process id', () => {
    const mark = markOf(process.pid) ?? '';
    expect(mark).toMatch(/^\d+:[1-9]\d*$/);
    expect(isAlive(mark)).toBe(true);
    expect(isAlive(`${process.pid}:1`)).toBe(false);
    expect(markOf(spawnSync('true').pid)).toBeUndefined();
  });
});

describe('nightsText', () => {
  it('prints a table, with the reasons below each run', () => {
    begin('one').record.end(END);
    expect(nightsText(readNights(state, ALL)).split('\n')).toEqual([
      'started            brand  mode   outcome    code  seconds  rendered  kept  removed  MiB  calls',
      '2026-01-02 03:00Z  one    night  published     0      2.5         3    90        1  1.0     12',
      '    accepted: it is right',
      '    upstream: 1 request retried, 2 calls failed',
    ]);
  });
});
