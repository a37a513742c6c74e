import { describe, expect, it } from 'vitest';
import { VerificationError } from '#src/rebuild/errors.ts';
import { damagedPaths, planAgain } from '#src/rebuild/plan-again.ts';
import { LostPagesError, type RecordedPage } from '#src/release/index.ts';

const page = (path: string) => ({ path, listing: '' }) as RecordedPage;
const run = (linked: readonly string[] = []) => ({
  brand: 'ash',
  damage: { pages: [page('/damaged')], assets: [] },
  linked: new Set(linked),
});
const brokenLink = (target: string) => ({ rule: 'broken-link', what: `leads to ${target}`, target }) as const;
const refused = (...findings: ConstructorParameters<typeof VerificationError>[0]) =>
  new VerificationError(findings, 'ash');

describe('after an error a run plans once more', () => {
  it('with the pages whose files turned out to be lost, beside those known to be damaged', () => {
    const again = planAgain(run(), new LostPagesError([page('/lost')]), false) ?? expect.fail('no other plan');
    expect([...damagedPaths(again)]).toEqual(['/damaged', '/lost']);
    expect(again.brand).toBe('ash');
  });

  it('with the new pages that corrected ones link to', () => {
    const again = planAgain(run(['/known']), refused(brokenLink('/new'), brokenLink('/other')), true);
    expect([...(again?.linked ?? [])]).toEqual(['/known', '/new', '/other']);
  });

  it.each([
    ['broken links in a night', refused(brokenLink('/new')), false],
    ['a link to a page that was taken already', refused(brokenLink('/new'), brokenLink('/known')), true],
    ['another finding beside a link', refused(brokenLink('/new'), { rule: 'books-lost', what: 'fewer' }), true],
    ['any other error', new Error('no'), true],
  ])('but not for %s', (_what, error, isCorrection) => {
    expect(planAgain(run(['/known']), error, isCorrection)).toBeUndefined();
  });
});
