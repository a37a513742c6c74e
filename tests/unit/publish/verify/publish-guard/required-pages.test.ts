import { expect, it } from 'vitest';
import { LIMITS } from '#src/publish/verify/publish-guard/limits.ts';
import { requiredPageFinding } from '#src/publish/verify/publish-guard/required-pages.ts';

const minBytes = LIMITS.singlePage * 1000;

it.each([
  ['a page that is missing from the release', undefined, 1000, [{ rule: 'missing-page', what: '/genres is missing' }]],
  ['a page that was never live', 1, undefined, []],
  ['a page with exactly the minimum share of the live size', minBytes, 1000, []],
  [
    'a page below the minimum share of the live size',
    minBytes - 1,
    1000,
    [{ rule: 'page-size', what: expect.stringMatching(/^\/genres has \d.* of the live page's size$/) }],
  ],
])(
  'requiredPageFinding returns a finding only for a missing or small page: %s',
  (_what, bytes, liveBytes, findings) => {
    expect(requiredPageFinding({ path: '/genres', bytes, liveBytes })).toEqual(findings);
  },
);
