import { describe, expect, it } from 'vitest';
import { type Decision, decidePage, type Evidence, siteReason } from '#src/publish/plan/render-decision.ts';

const site = { bundle: 'b1', brand: 'f1' };

describe('siteReason', () => {
  it.each([
    ['first: there is no previous release', undefined, site, false, 'first'],
    ['first: there is no previous release and a full run was requested', undefined, site, true, 'first'],
    ['full: a full run was requested', site, site, true, 'full'],
    ['full: a full run was requested and the bundle changed', site, { ...site, bundle: 'b2' }, true, 'full'],
    ['bundle: the bundle changed', site, { ...site, bundle: 'b2' }, false, 'bundle'],
    ['bundle: both the bundle and the brand changed', site, { bundle: 'b2', brand: 'f2' }, false, 'bundle'],
    ['brand: the brand changed', site, { ...site, brand: 'f2' }, false, 'brand'],
    ['no reason: nothing changed', site, site, false, undefined],
  ])('returns %s', (_, previous, now, full, reason) => {
    expect(siteReason(previous, now, full)).toBe(reason);
  });
});

const previous = { version: 'v1', inputs: 'm1' };
const unversioned = { version: '', inputs: 'm1' };

describe('decidePage', () => {
  it.each<[string, Evidence, Decision]>([
    ['the whole site is rendered', { siteReason: 'brand', previous, version: 'v1', modelHash: 'm1' }, 'brand'],
    ['the page is new', { previous: undefined, version: 'v1', modelHash: 'm1' }, 'new'],
    ['the page was requested', { previous, isRequested: true, version: 'v1', modelHash: 'm1' }, 'full'],
    ['the page is new and was requested', { previous: undefined, isRequested: true }, 'new'],
    ['its files are damaged', { previous, isDamaged: true, version: 'v1', modelHash: 'm1' }, 'damaged'],
    ['the model changed', { previous, modelHash: 'm2' }, 'model'],
    ['the version and the model changed', { previous, version: 'v2', modelHash: 'm2' }, 'model'],
  ])('renders a page: %s', (_, evidence, reason) => {
    expect(decidePage(evidence)).toBe(reason);
  });

  it.each<[string, Evidence]>([
    ['its version is the recorded one', { previous, version: 'v1' }],
    ['its version is the recorded one, although its model changed', { previous, version: 'v1', modelHash: 'm2' }],
    ['its model is the recorded one', { previous, modelHash: 'm1' }],
    ['its model is the recorded one, although its version changed', { previous, version: 'v2', modelHash: 'm1' }],
    [
      'its model is the recorded one, and its view has no versions',
      { previous: unversioned, version: '', modelHash: 'm1' },
    ],
  ])('keeps a page: %s', (_, evidence) => {
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
