import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLive, type Release } from '#src/publish/release/index.ts';
import { createReleaseBrand } from '../../../src/serve/release-brand.ts';
import { publish, testBrand } from '../../helpers/published-brand.ts';

const { brand } = testBrand('one').bundle;

let state: string;
let published: Release;
beforeAll(async () => {
  state = await mkdtemp(join(tmpdir(), 'lectern-release-brand-'));
  await publish(state, 'one', { pages: {} });
  const live = openLive(join(state, 'one'));
  if (!live) throw new Error('There is no release.');
  published = live;
});
afterAll(async () => {
  published.close();
  await rm(state, { recursive: true, force: true });
});

/** The published release as if it had been published with settings. */
const releaseWith = (settings: NonNullable<Release['info']['settings']>): Release => ({
  ...published,
  info: { ...published.info, settings },
});

describe('the brand of a release', () => {
  it('is the brand of the bundle if the release has no settings', () => {
    expect(createReleaseBrand(brand)(published)).toBe(brand);
  });

  it('has the settings of the release, and the other fields of the brand', () => {
    const settings = { appName: 'Harbour', logo: '/_brand/logo.0123456789.svg' };
    expect(createReleaseBrand(brand)(releaseWith(settings))).toEqual({ ...brand, ...settings });
  });

  it('is the same object for each request, and differs between releases', () => {
    const brandOf = createReleaseBrand(brand);
    const [first, second] = [releaseWith({ appName: 'First' }), releaseWith({ appName: 'Second' })];
    const settled = brandOf(first);
    expect(brandOf(second).appName).toBe('Second');
    expect(brandOf(first)).toBe(settled);
    expect(settled.appName).toBe('First');
    expect(brandOf(published).appName).toBe(brand.appName);
  });
});
