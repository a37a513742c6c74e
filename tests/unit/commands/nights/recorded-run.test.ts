import { describe, expect, it } from 'vitest';
import { createTally, type RebuildReport, type RequestedRun } from '#src/publish/rebuild/index.ts';
import { endOf, modeOf } from '../../../../src/commands/nights/recorded-run.ts';

const REPORT: RebuildReport = {
  brand: 'a',
  release: '2',
  previous: '1',
  status: 'published',
  pages: { rendered: 3, taken: 0, kept: 0, removed: 0, total: 3 },
  damaged: 0,
  bytes: 10,
  seconds: { sync: 0, plan: 0, bundle: 0, render: 0, sitemaps: 0, verify: 0, publish: 0, total: 0 },
  peakRssMiB: 1,
  apiCalls: 1,
};

describe('the record of a run', () => {
  it('says how many pages and files of the previous release were damaged, and whether they were rendered again', () => {
    const reasons = (report: Partial<RebuildReport>) => endOf({ ...REPORT, ...report }, createTally()).reasons;
    expect(reasons({})).toEqual([]);
    expect(reasons({ damaged: 3 })).toEqual(['damaged: 3 pages and files of the previous release, rendered again']);
    expect(reasons({ damaged: 3, status: 'planned' })).toEqual(['damaged: 3 pages and files of the previous release']);
  });
});

it.each<[string, RequestedRun]>([
  ['night', { mode: 'night' }],
  ['full', { mode: 'night', full: true }],
  ['pages', { mode: 'correction', pages: ['/'] }],
  ['changed-since', { mode: 'changed-since', cursor: 'a.1' }],
  ['dry-run', { mode: 'dry-run', of: { mode: 'night', full: true } }],
  ['dry-run', { mode: 'explain', path: '/', of: { mode: 'night' } }],
])('modeOf returns %s for %j', (mode, run) => expect(modeOf(run)).toBe(mode));
