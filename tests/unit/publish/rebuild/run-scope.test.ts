import { describe, expect, it } from 'vitest';
import {
  acceptReason,
  changeCursor,
  isDryRun,
  isInParts,
  isNightly,
  publishesAll,
  readsUpstream,
  recordsPlan,
  removesPartialReleases,
  rendersAll,
  searchesDamage,
  selectedPages,
} from '#src/publish/rebuild/run-scope.ts';
import type { RebuildOptions } from '#src/publish/rebuild/types.ts';

const bring = async () => {};
const RUNS = {
  night: { mode: 'night' },
  'full run': { mode: 'night', full: true },
  'run without the search for damage': { mode: 'night', skipsDamageSearch: true },
  'run from the existing snapshot': { mode: 'night', fromSnapshot: true },
  'dry run': { mode: 'dry-run', of: { mode: 'night' } },
  'dry run of a full run': { mode: 'dry-run', of: { mode: 'night', full: true } },
  'dry run of a correction': { mode: 'dry-run', of: { mode: 'correction', pages: ['/tags'] } },
  'explanation of a page': { mode: 'explain', path: '/', of: { mode: 'changed-since', cursor: 'c2' } },
  'correction of pages': { mode: 'correction', pages: ['/genres'] },
  'run for books changed since a cursor': { mode: 'changed-since', cursor: 'c1' },
  merge: { mode: 'merge', shards: 2, pagesElsewhere: { bring } },
  'run whose pages are in a store': { mode: 'night', pagesElsewhere: { bring } },
} as const satisfies Record<string, RebuildOptions>;

const allBut = (...left: readonly (keyof typeof RUNS)[]) =>
  Object.keys(RUNS).filter((name) => !left.some((one) => one === name));

describe.each<[string, (options: RebuildOptions) => boolean, string[]]>([
  ['reads the upstream', readsUpstream, allBut('run from the existing snapshot', 'merge')],
  [
    'searches the live release for damage',
    searchesDamage,
    allBut('run without the search for damage', 'merge', 'run whose pages are in a store'),
  ],
  [
    'publishes all pages by itself',
    publishesAll,
    [
      'night',
      'full run',
      'run without the search for damage',
      'run from the existing snapshot',
      'run for books changed since a cursor',
      'run whose pages are in a store',
    ],
  ],
  [
    'may end without a plan',
    isNightly,
    ['night', 'run without the search for damage', 'run from the existing snapshot', 'run whose pages are in a store'],
  ],
  [
    'records its plan so that the next run may skip planning',
    recordsPlan,
    allBut('correction of pages', 'run for books changed since a cursor'),
  ],
  [
    'renders nothing',
    isDryRun,
    ['dry run', 'dry run of a full run', 'dry run of a correction', 'explanation of a page'],
  ],
  ['plans to render every page', rendersAll, ['full run', 'dry run of a full run']],
  ['removes the pages of interrupted runs', removesPartialReleases, allBut('correction of pages')],
])('the check whether a run %s', (_, holds, expected) => {
  it.each(
    Object.entries(RUNS).map(([name, options]) => [expected.includes(name) ? 'yes' : 'no', name, options] as const),
  )('returns %s for: %s', (answer, _name, options) => {
    expect(holds(options)).toBe(answer === 'yes');
  });
});

describe('the selected pages and the cursor of a run', () => {
  it.each([
    ['a correction', RUNS['correction of pages'], ['/genres'], undefined],
    ['a dry run of a correction', RUNS['dry run of a correction'], ['/tags'], undefined],
    ['a run of changed books', RUNS['run for books changed since a cursor'], undefined, 'c1'],
    ['an explanation', RUNS['explanation of a page'], undefined, 'c2'],
    ['a merge', RUNS.merge, undefined, undefined],
  ])('are returned for %s', (_name, run, pages, cursor) => {
    expect([selectedPages(run), changeCursor(run)]).toEqual([pages, cursor]);
  });
});

it('acceptReason returns the reason for accepting findings only for a run that publishes', () => {
  const accept = 'the catalogue was cut';
  expect(acceptReason({ mode: 'night', accept })).toBe(accept);
  expect(acceptReason({ ...RUNS.merge, accept })).toBe(accept);
  expect(acceptReason({ mode: 'dry-run', of: { mode: 'night', accept } })).toBeUndefined();
});

it('isInParts returns whether the pages of a plan are rendered in parts', () => {
  expect(isInParts({ mode: 'dry-run', of: { mode: 'night' }, inParts: true })).toBe(true);
  expect(isInParts({ mode: 'dry-run', of: { mode: 'night' } })).toBe(false);
  expect(isInParts({ mode: 'night' })).toBe(false);
});
