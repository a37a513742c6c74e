import { describe, expect, it } from 'vitest';
import { createTally, type RebuildReport } from '#src/rebuild/index.ts';
import { endOf } from '../../../../scripts/programs/recorded-run.ts';

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
  it('says how much of the release before was damaged, and whether it was made anew', () => {
    const reasons = (report: Partial<RebuildReport>) => endOf({ ...REPORT, ...report }, createTally()).reasons;
    expect(reasons({})).toEqual([]);
    expect(reasons({ damaged: 3 })).toEqual(['damaged: 3 pages and files of the release before, made anew']);
    expect(reasons({ damaged: 3, status: 'planned' })).toEqual(['damaged: 3 pages and files of the release before']);
  });
});
