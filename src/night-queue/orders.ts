import * as v from 'valibot';
import type { KindCosts, RebuildReport } from '#src/rebuild/index.ts';

/** A correction is wanted at once, and a night by the morning. */
export const PRIORITY = { correction: 10, night: 0 } as const;

/** Maximum number of shards per run. */
const MAX_SHARDS = 20_000;
const MAX_PAGE_PATTERNS = 10_000;
const MAX_TEXT_CHARACTERS = 2000;

const BrandId = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,62}$/));
const Text = v.pipe(v.string(), v.maxLength(MAX_TEXT_CHARACTERS));
const Moment = v.pipe(v.string(), v.isoTimestamp());
const ShardNumber = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_SHARDS));

/** A run of the rebuild, as it is put into the queue. */
export const NightOrder = v.strictObject({
  brand: BrandId,
  /** Moment of the release, ISO 8601: whoever makes it, it is the same. */
  at: Moment,
  full: v.optional(v.boolean()),
  pages: v.optional(v.pipe(v.array(Text), v.maxLength(MAX_PAGE_PATTERNS), v.readonly())),
  changedSince: v.optional(Text),
  accept: v.optional(Text),
});
export type NightOrder = Readonly<v.InferOutput<typeof NightOrder>>;

/** One of the shards of a run. What it is made from is in the store. */
export const ShardOrder = v.pipe(
  v.strictObject({
    brand: BrandId,
    /** Id of the night's job. */
    run: v.pipe(v.string(), v.uuid()),
    index: ShardNumber,
    of: ShardNumber,
  }),
  v.check(({ index, of }) => index <= of, 'index is larger than of'),
);
export type ShardOrder = Readonly<v.InferOutput<typeof ShardOrder>>;

/** What became of a job. */
export interface JobOutcome {
  readonly worker: string;
  /** Pages of a shard that were rendered, and what they have cost. */
  readonly pages?: number;
  readonly costs?: KindCosts;
  readonly report?: RebuildReport;
  /** What it ended with. */
  readonly error?: { readonly code: string; readonly message: string; readonly exitCode: number };
}
