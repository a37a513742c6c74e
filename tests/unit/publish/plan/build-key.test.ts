import { expect, it } from 'vitest';
import { brandFingerprint, buildKeyOf, ownFingerprint, planKeyOf } from '#src/publish/plan/build-key.ts';
import { testBrand } from '../../../helpers/memory-source.ts';

const bundle = { id: 'b1' };
const renamed = { ...testBrand, appName: 'Other Reads' };

it('the plan key depends on the live release, the code and the brand', () => {
  const key = planKeyOf('r1', bundle, testBrand);
  expect(planKeyOf('r1', { id: 'b1' }, { ...testBrand })).toBe(key);
  const others = [
    planKeyOf('r2', bundle, testBrand),
    planKeyOf('r1', { id: 'b2' }, testBrand),
    planKeyOf('r1', bundle, renamed),
  ];
  expect(new Set([key, ...others]).size).toBe(4);
});

it('the build key has 16 hex digits, and depends on the code and the brand', () => {
  const key = buildKeyOf(bundle, testBrand);
  expect(key).toMatch(/^[0-9a-f]{16}$/);
  expect(new Set([key, buildKeyOf({ id: 'b2' }, testBrand), buildKeyOf(bundle, renamed)]).size).toBe(3);
});

it('the part of the fingerprint that every page depends on does not cover other brands', () => {
  const joined = { ...testBrand, siblings: [{ id: 'new', origin: 'https://new.test', locales: ['en'] as const }] };
  expect(brandFingerprint(joined)).not.toBe(brandFingerprint(testBrand));
  expect(ownFingerprint(brandFingerprint(joined))).toBe(ownFingerprint(brandFingerprint(testBrand)));
  expect(ownFingerprint(brandFingerprint(renamed))).not.toBe(ownFingerprint(brandFingerprint(testBrand)));
});

it('the brand fingerprint does not depend on the order of fields', () => {
  const turned = Object.fromEntries(Object.entries(testBrand).toReversed()) as unknown as typeof testBrand;
  expect(brandFingerprint(turned)).toBe(brandFingerprint(testBrand));
});
