import type { Sql } from '#src/lib/sqlite.ts';
import { OTHER_BRAND } from './manifest.ts';

/** Totals for the pages of one section (`PageFacts.section`). */
export interface SectionTotals {
  readonly pages: number;
  readonly bytes: number;
  /** Median page size, accurate to ±32 bytes. */
  readonly medianBytes: number;
  /** Number of pages whose title contains another brand's name as a word of the content. */
  readonly inContent: number;
  /** Number of pages that mention another brand outside content. */
  readonly inText: number;
  /** Number of pages that identify themselves as pages of another brand's site. */
  readonly asSite: number;
}

type BucketRow = { section: string; bucket: number; pages: number; bytes: number } & Record<
  'inContent' | 'inText' | 'asSite',
  number
>;

/**
 * Number of low bits that are dropped to count sizes in steps of 64 bytes. Grouping by these steps takes a third of the
 * time of sorting all pages.
 */
const STEP_BITS = 6;

const is = (value: number) => `sum(otherBrand = ${value})`;

const BUCKETS = `SELECT section, bytes >> ${STEP_BITS} AS bucket, count(*) AS pages, sum(bytes) AS bytes,
  ${is(OTHER_BRAND.inContent)} AS inContent, ${is(OTHER_BRAND.inText)} AS inText, ${is(OTHER_BRAND.asSite)} AS asSite
  FROM pages GROUP BY section, bucket ORDER BY section, bucket`;

/** Computes the totals in one pass over the pages. */
export function readSectionTotals(sql: Sql): Readonly<Record<string, SectionTotals>> {
  const bySection = Map.groupBy(sql.all<BucketRow>(BUCKETS), ({ section }) => section);
  return Object.fromEntries(Array.from(bySection, ([section, buckets]) => [section, totalsOf(buckets)]));
}

/** @param buckets ordered by size, ascending */
function totalsOf(buckets: readonly BucketRow[]): SectionTotals {
  const sum = (column: Exclude<keyof BucketRow, 'section'>) => buckets.reduce((total, row) => total + row[column], 0);
  const pages = sum('pages');
  let rank = pages / 2;
  const middle = buckets.find((row) => {
    rank -= row.pages;
    return rank <= 0;
  });
  return {
    pages,
    bytes: sum('bytes'),
    medianBytes: (((middle?.bucket ?? 0) * 2 + 1) << STEP_BITS) >> 1,
    inContent: sum('inContent'),
    inText: sum('inText'),
    asSite: sum('asSite'),
  };
}
