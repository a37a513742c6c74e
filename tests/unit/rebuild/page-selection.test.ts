import { describe, expect, it } from 'vitest';
import { requireSameSite, selectPages } from '#src/rebuild/page-selection.ts';

describe('selectPages', () => {
  it('selects decoded paths that match one of the patterns', () => {
    const { selects } = selectPages(['/category/Übung/*', '/']);
    expect(['/category/%C3%9Cbung/2', '/', '/tags'].map(selects)).toEqual([true, true, false]);
  });

  it('names a pattern that selected nothing, even if another one selected', () => {
    const selection = selectPages(['/**', '/genres/*', '/genres/77']);
    selection.selects('/genres/12');
    expect(selection.check).toThrow('--pages /genres/77 selects no page');
    selection.selects('/genres/77');
    expect(selection.check).not.toThrow();
  });
});

describe('requireSameSite', () => {
  it.each(['first', 'bundle', 'brand'] as const)('demands a whole run first for the reason "%s"', (reason) => {
    expect(() => requireSameSite(reason)).toThrow(/because .* Run without --pages first/);
  });

  it.each([undefined, 'full'] as const)('accepts the reason "%s"', (reason) => {
    expect(() => requireSameSite(reason)).not.toThrow();
  });
});
