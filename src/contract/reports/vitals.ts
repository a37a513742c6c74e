/** Field data: Web Vitals measured by visitors' browsers (https://web.dev/articles/vitals), counted in buckets. */

/** The path to which pages send their measurements. */
export const VITALS_PATH = '/_vitals';

/** The metrics, all in milliseconds except CLS. */
export const METRICS = ['LCP', 'INP', 'CLS', 'FCP', 'TTFB'] as const;
export type Metric = (typeof METRICS)[number];

/** The number of values in each bucket. */
export type Histogram = Readonly<Record<number, number>>;

/** Upper bound of the first bucket. The bound of each further bucket is 10% higher. */
const FIRST = { LCP: 10, INP: 10, CLS: 0.001, FCP: 10, TTFB: 10 } as const satisfies Record<Metric, number>;
const STEP = 1.1;
const LAST_BUCKET = 95;

/** Returns the bucket of a value, from 0 to 95. The last bucket has no upper bound. */
export function bucketOf(metric: Metric, value: number): number {
  if (value <= FIRST[metric]) return 0;
  // 1e-9 compensates for rounding errors, so that a value equal to a bound is in the bucket that ends there.
  return Math.min(LAST_BUCKET, Math.ceil(Math.log(value / FIRST[metric]) / Math.log(STEP) - 1e-9));
}

/** Returns a percentile as the upper bound of its bucket, which is at most 10% too high. @param share from 0 to 1 */
export function percentile(metric: Metric, histogram: Histogram, share: number): number {
  const buckets = Object.entries(histogram).map(([bucket, count]) => ({ bucket: Number(bucket), count }));
  const target = sizeOf(histogram) * share;
  let counted = 0;
  for (const { bucket, count } of buckets.sort((one, other) => one.bucket - other.bucket)) {
    counted += count;
    if (counted >= target) return FIRST[metric] * STEP ** bucket;
  }
  return 0;
}

/** Returns the total number of values in a histogram. */
export const sizeOf = (histogram: Histogram): number => Object.values(histogram).reduce((sum, count) => sum + count, 0);

/** Histograms by kind of page and metric. */
export type Vitals = Partial<Record<string, Partial<Record<Metric, Record<number, number>>>>>;

/** Adds `count` values to a bucket. */
export function addVital(vitals: Vitals, kind: string, metric: Metric, bucket: number, count = 1): void {
  const ofKind = vitals[kind] ?? {};
  const histogram = ofKind[metric] ?? {};
  histogram[bucket] = (histogram[bucket] ?? 0) + count;
  ofKind[metric] = histogram;
  vitals[kind] = ofKind;
}

/** Adds the counts of `more` to `sum`. */
export function addAll(sum: Vitals, more: Vitals): void {
  for (const [kind, metrics] of Object.entries(more))
    for (const metric of METRICS)
      for (const [bucket, count] of Object.entries(metrics?.[metric] ?? {}))
        addVital(sum, kind, metric, Number(bucket), count);
}
