import { expect, it } from 'vitest';
import { LIMITS } from '#src/rebuild/publish-guard/limits.ts';
import { requiredPageFinding } from '#src/rebuild/publish-guard/required-pages.ts';

const least = LIMITS.singlePage * 1000;

it.each([
  ['that the release lacks', undefined, 1000, [{ rule: 'missing-page', what: '/genres is missing' }]],
  ['where nothing is live', 1, undefined, []],
  ['as small as it may be beside the live one', least, 1000, []],
  [
    'that is smaller',
    least - 1,
    1000,
    [{ rule: 'page-size', what: expect.stringMatching(/^\/genres has \d.* of the bytes of the live one$/) }],
  ],
])('a required page %s', (_what, bytes, liveBytes, findings) => {
  expect(requiredPageFinding({ path: '/genres', bytes, liveBytes })).toEqual(findings);
});
