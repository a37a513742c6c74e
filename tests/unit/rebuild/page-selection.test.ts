import { describe, expect, it } from 'vitest';
import { refuseCommon, selectionOf } from '#src/rebuild/page-selection.ts';

describe('selectionOf', () => {
  it('selects what one of the patterns matches, by the decoded path', () => {
    const { selects } = selectionOf(['/category/Übung/*', '/']);
    expect(['/category/%C3%9Cbung/2', '/', '/tags'].map(selects)).toEqual([true, true, false]);
  });

  it('names a pattern that selected nothing, also where another one selects', () => {
    const selection = selectionOf(['/**', '/genres/*', '/genres/77']);
    selection.selects('/genres/12');
    expect(selection.check).toThrow('--pages /genres/77 selects no page');
    selection.selects('/genres/77');
    expect(selection.check).not.toThrow();
  });
});

describe('refuseCommon', () => {
  it.each(['first', 'bundle', 'brand'] as const)('sends to a whole run first, because of "%s"', (reason) => {
    expect(() => refuseCommon(reason)).toThrow(/because .* Run without --pages first/);
  });

  it.each([undefined, 'full'] as const)('lets "%s" pass', (reason) => {
    expect(() => refuseCommon(reason)).not.toThrow();
  });
});
