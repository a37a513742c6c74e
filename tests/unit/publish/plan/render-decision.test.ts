import { describe, expect, it } from 'vitest';
import { type Decision, decidePage, type Evidence, siteReason } from '#src/publish/plan/render-decision.ts';

const site = { bundle: 'b1', brand: 'f1' };

describe('siteReason', () => {
  it.each([
    ['1: there is no previous release', undefined, site, false, 'first'],
    ['1 before 2', undefined, site, true, 'first'],
    ['2: a full run was requested', site, site, true, 'full'],
    ['2 before 3', site, { ...site, bundle: 'b2' }, true, 'full'],
    ['3: the bundle changed', site, { ...site, bundle: 'b2' }, false, 'bundle'],
    ['3 before 4', site, { bundle: 'b2', brand: 'f2' }, false, 'bundle'],
    ['4: the brand changed', site, { ...site, brand: 'f2' }, false, 'brand'],
    ['none if nothing changed', site, site, false, undefined],
  ])('returns reason %s', (_, previous, now, full, reason) => {
    expect(siteReason(previous, now, full)).toBe(reason);
  });
});

const previous = { version: 'v1', inputs: 'm1' };
const unversioned = { version: '', inputs: 'm1' };

describe('decidePage', () => {
  it.each<[string, Evidence, Decision]>([
    [
      'reason 1 to 4: the whole site is rendered',
      { siteReason: 'brand', previous, version: 'v1', modelHash: 'm1' },
      'brand',
    ],
    ['reason 5: the page is new', { previous: undefined, version: 'v1', modelHash: 'm1' }, 'new'],
    ['reason 2: the page was requested', { previous, isRequested: true, version: 'v1', modelHash: 'm1' }, 'full'],
    ['reason 5 before 2', { previous: undefined, isRequested: true }, 'new'],
    ['reason 6: its files are damaged', { previous, isDamaged: true, version: 'v1', modelHash: 'm1' }, 'damaged'],
    ['reason 7: the model changed', { previous, modelHash: 'm2' }, 'model'],
    ['reason 7 with another version', { previous, version: 'v2', modelHash: 'm2' }, 'model'],
  ])('renders a page for %s', (_, evidence, reason) => {
    expect(decidePage(evidence)).toBe(reason);
  });

  it.each<[string, Evidence]>([
    ['1: the version is the recorded one', { previous, version: 'v1' }],
    ['1 alone, whatever the model', { previous, version: 'v1', modelHash: 'm2' }],
    ['2: the model is the recorded one', { previous, modelHash: 'm1' }],
    ['2 with another version', { previous, version: 'v2', modelHash: 'm1' }],
    ['2 for a view without versions', { previous: unversioned, version: '', modelHash: 'm1' }],
  ])('keeps a page for reason %s', (_, evidence) => {
    expect(decidePage(evidence)).toBe('keep');
  });

  it.each<[string, Evidence]>([
    ['nothing but the previous page is known', { previous }],
    ['the version changed', { previous, version: 'v2' }],
    ['the view has no versions', { previous: unversioned, version: '' }],
    ['the page was not requested, though others were', { previous, isRequested: false, version: 'v2' }],
  ])('is undecided without a model if %s', (_, evidence) => {
    expect(decidePage(evidence)).toBe('undecided');
  });
});
