import { expect, it } from 'vitest';
import {
  addAll,
  addVital,
  bucketOf,
  METRICS,
  percentile,
  sizeOf,
  VITALS_PATH,
  type Vitals,
} from '#src/contract/reports/vitals.ts';

it('percentiles of field data are accurate to within ten percent', () => {
  for (const metric of METRICS) {
    const unit = metric === 'CLS' ? 0.01 : 100;
    const vitals: Vitals = {};
    for (let value = 1; value <= 100; value += 1) addVital(vitals, 'home', metric, bucketOf(metric, value * unit));
    const p75 = percentile(metric, vitals['home']?.[metric] ?? {}, 0.75) / unit;
    expect([metric, p75 >= 75 && p75 <= 75 * 1.1]).toEqual([metric, true]);
  }
});

it('every value of field data belongs to one of 96 buckets', () => {
  expect(['LCP', 'CLS'].map((metric) => bucketOf(metric as 'LCP', 0))).toEqual([0, 0]);
  expect(bucketOf('LCP', 10)).toBe(0);
  expect(bucketOf('LCP', 11)).toBe(1);
  expect(bucketOf('LCP', 11.01)).toBe(2);
  expect(bucketOf('LCP', 3_600_000)).toBe(95);
});

it('field data of several processes is added up', () => {
  const sum: Vitals = { home: { LCP: { 3: 1 } } };
  addAll(sum, { home: { LCP: { 3: 2, 4: 1 }, CLS: { 0: 1 } }, novel: { INP: { 1: 1 } } });
  expect(sum).toEqual({ home: { LCP: { 3: 3, 4: 1 }, CLS: { 0: 1 } }, novel: { INP: { 1: 1 } } });
  expect(sizeOf(sum['home']?.LCP ?? {})).toBe(4);
  expect(percentile('LCP', {}, 0.75)).toBe(0);
});

it('a percentile of field data is the upper bound of its bucket', () => {
  expect(percentile('LCP', { 0: 1, 5: 1 }, 0.5)).toBe(10);
  expect(percentile('LCP', { 0: 1, 5: 1 }, 0.51)).toBeCloseTo(10 * 1.1 ** 5);
});

it('a page without measurements adds nothing to the field data', () => {
  const sum: Vitals = {};
  addAll(sum, { home: undefined });
  expect(sum).toEqual({});
});

it('field data is sent to the URL documented in docs/operate/server.md', () => expect(VITALS_PATH).toBe('/_vitals'));
