import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { beginNight, type NightEnd } from '#src/publish/nights/index.ts';
import { nightsInto } from '#src/serve/metrics/night-metrics.ts';
import { recordingLog } from '../../../helpers/recording-log.ts';

const END: NightEnd = {
  outcome: 'published',
  exitCode: 0,
  release: 'r1',
  seconds: { sync: 1.5, total: 2.5 },
  pages: { rendered: 3, kept: 90, removed: 1 },
  kinds: {},
  bytes: 2 ** 20,
  upstream: { calls: 12, retries: 1, errors: 2 },
  reasons: [],
};
const secondsOf = (moment: string) => Date.parse(moment) / 1000;

let state: string;
let registry: Registry;
let refresh: () => void;
let lines: string[];
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'lectern-night-metrics-'));
  registry = new Registry();
  const recording = recordingLog();
  lines = recording.lines;
  refresh = nightsInto(registry, { state, brands: ['ash', 'oak'], log: recording.log });
});
afterEach(() => rmSync(state, { recursive: true }));

function night(brand: string, started: string, end?: Partial<NightEnd>, mode: 'night' | 'pages' = 'night'): void {
  const record = beginNight({ state, brand, mode, log: recordingLog().log, now: () => new Date(started) });
  if (end) record.end({ ...END, ...end });
}

/** Returns the samples by name and labels, without their common prefix. */
async function samples(): Promise<Record<string, number>> {
  refresh();
  const written = (await registry.metrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return Object.fromEntries(
    written.map((line) => [
      line.slice('lectern_night_'.length, line.lastIndexOf(' ')),
      Number(line.slice(line.lastIndexOf(' '))),
    ]),
  );
}

describe('the metrics of nightly rebuilds', () => {
  it('do not exist before the first rebuild', async () => {
    expect(await samples()).toEqual({});
  });

  it('describe the last run of the whole site, with the page counts of the last successful run', async () => {
    night('ash', '2026-05-01T03:00:00Z', {});
    night('ash', '2026-05-02T03:00:00Z', { outcome: 'failed', exitCode: 3, pages: null });
    night('ash', '2026-05-02T09:00:00Z', { exitCode: 7 }, 'pages');
    expect(await samples()).toEqual({
      'started_timestamp_seconds{brand="ash"}': secondsOf('2026-05-02T03:00:00Z'),
      'good_timestamp_seconds{brand="ash"}': secondsOf('2026-05-01T03:00:00Z'),
      'outcome{brand="ash",outcome="published"}': 0,
      'outcome{brand="ash",outcome="unchanged"}': 0,
      'outcome{brand="ash",outcome="refused"}': 0,
      'outcome{brand="ash",outcome="failed"}': 1,
      'outcome{brand="ash",outcome="cancelled"}': 0,
      'outcome{brand="ash",outcome="running"}': 0,
      'outcome{brand="ash",outcome="lost"}': 0,
      'exit_code{brand="ash"}': 3,
      'duration_seconds{brand="ash",stage="sync"}': 1.5,
      'duration_seconds{brand="ash",stage="total"}': 2.5,
      'pages{brand="ash",result="rendered"}': 3,
      'pages{brand="ash",result="kept"}': 90,
      'pages{brand="ash",result="removed"}': 1,
      'upstream_calls{brand="ash",kind="calls"}': 12,
      'upstream_calls{brand="ash",kind="retries"}': 1,
      'upstream_calls{brand="ash",kind="errors"}': 2,
    });
  });

  it('include no exit code while a rebuild is running', async () => {
    night('oak', '2026-05-02T03:00:00Z');
    const now = await samples();
    expect(now['outcome{brand="oak",outcome="running"}']).toBe(1);
    expect(now).not.toHaveProperty('exit_code{brand="oak"}');
    expect(now).not.toHaveProperty('good_timestamp_seconds{brand="oak"}');
  });

  it('omit brands that were removed', async () => {
    night('removed', '2026-05-02T03:00:00Z', {});
    expect(await samples()).toEqual({});
  });

  it('do not keep values that only the previous rebuild had', async () => {
    night('ash', '2026-05-01T03:00:00Z', {});
    await samples();
    night('ash', '2026-05-02T03:00:00Z', { seconds: { total: 9 } });
    const now = await samples();
    expect(now['duration_seconds{brand="ash",stage="total"}']).toBe(9);
    expect(now).not.toHaveProperty('duration_seconds{brand="ash",stage="sync"}');
  });

  it('do not change if the record of runs cannot be read, and the error is logged', async () => {
    night('ash', '2026-05-01T03:00:00Z', {});
    const before = await samples();
    for (const suffix of ['', '-wal', '-shm']) rmSync(join(state, `nights.db${suffix}`), { force: true });
    writeFileSync(join(state, 'nights.db'), 'no database, but long enough to be looked at as one'.repeat(40));
    expect(await samples()).toEqual(before);
    expect(lines.join('\n')).toContain('the record of runs cannot be read');
  });
});
