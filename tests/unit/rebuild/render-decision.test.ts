import { describe, expect, it } from 'vitest';
import { commonReason, pageReason } from '#src/rebuild/render-decision.ts';

const ground = { bundle: 'b1', brand: 'f1' };

describe('the reasons to render', () => {
  it.each([
    ['1: there is no previous release', undefined, ground, false, 'first'],
    ['2: the run was asked to render everything', ground, ground, true, 'full'],
    ['3: the bundle is another', ground, { ...ground, bundle: 'b2' }, false, 'bundle'],
    ['4: the brand looks otherwise', ground, { ...ground, brand: 'f2' }, false, 'brand'],
    ['none where nothing is different', ground, ground, false, undefined],
  ])('for all pages, %s', (_, previous, now, full, reason) => {
    expect(commonReason(previous, now, full)).toBe(reason);
  });

  it.each([
    ['5: the page is new', undefined, 'new'],
    ['6: what it shows changed', { inputs: 'old' }, 'model'],
    ['none where it shows the same', { inputs: 'same' }, undefined],
  ])('for one page, %s', (_, previous, reason) => {
    expect(pageReason(previous, 'same')).toBe(reason);
  });
});
