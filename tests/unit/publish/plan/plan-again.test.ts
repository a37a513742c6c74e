import { describe, expect, it } from 'vitest';
import { damagedPaths, planAgain } from '#src/publish/plan/plan-again.ts';
import { VerificationError } from '#src/publish/rebuild/errors.ts';
import { LostPagesError, type RecordedPage } from '#src/publish/release/index.ts';

const page = (path: string) => ({ path, listing: '' }) as RecordedPage;
const run = (linked: readonly string[] = []) => ({
  brand: 'ash',
  damage: { pages: [page('/damaged')], assets: [] },
  linked: new Set(linked),
});
const brokenLink = (target: string) => ({ rule: 'broken-link', what: `leads to ${target}`, target }) as const;
const refused = (...findings: ConstructorParameters<typeof VerificationError>[0]) =>
  new VerificationError(findings, 'ash');

describe('planAgain, which extends a failed run for another plan', () => {
  it('counts pages with missing files as damaged', () => {
    const again = planAgain(run(), new LostPagesError([page('/lost')]), false) ?? expect.fail('no other plan');
    expect([...damagedPaths(again)]).toEqual(['/damaged', '/lost']);
    expect(again.brand).toBe('ash');
  });

  it('adds new pages that corrected pages link to', () => {
    const again = planAgain(run(['/known']), refused(brokenLink('/new'), brokenLink('/other')), true);
    expect([...(again?.linked ?? [])]).toEqual(['/known', '/new', '/other']);
  });

  it.each([
    ['broken links in a nightly rebuild', refused(brokenLink('/new')), false],
    ['a link to a page that is already selected', refused(brokenLink('/new'), brokenLink('/known')), true],
    [
      'another finding in addition to a broken link',
      refused(brokenLink('/new'), { rule: 'books-lost', what: 'fewer' }),
      true,
    ],
    ['any other error', new Error('no'), true],
  ])('returns undefined for %s', (_what, error, isCorrection) => {
    expect(planAgain(run(['/known']), error, isCorrection)).toBeUndefined();
  });
});
