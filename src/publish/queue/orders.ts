import * as v from 'valibot';
import { Timestamp } from '#src/lib/timestamp-schema.ts';
import type { KindCosts, RebuildReport } from '#src/publish/rebuild/index.ts';

/** Priorities of jobs. A correction is urgent; a nightly rebuild only needs to finish by morning. */
export const PRIORITY = { correction: 10, night: 0 } as const;

/** Maximum number of shards per run. */
const MAX_SHARDS = 20_000;
const MAX_PAGE_PATTERNS = 10_000;
const MAX_TEXT_CHARACTERS = 2000;

const BrandId = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,62}$/));
const Text = v.pipe(v.string(), v.maxLength(MAX_TEXT_CHARACTERS));
const ShardNumber = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_SHARDS));

/** What a queued job rebuilds. */
export const NightOrder = v.strictObject({
  brand: BrandId,
  /** Creation time of the release, set when the job is queued, so that it is the same on every worker. */
  at: Timestamp,
  full: v.optional(v.boolean()),
  pages: v.optional(v.pipe(v.array(Text), v.maxLength(MAX_PAGE_PATTERNS), v.readonly())),
  changedSince: v.optional(Text),
  accept: v.optional(Text),
});
export type NightOrder = Readonly<v.InferOutput<typeof NightOrder>>;

/** One shard of a run. Its input is in the store. */
export const ShardOrder = v.pipe(
  v.strictObject({
    brand: BrandId,
    /** Id of the job of the whole rebuild. */
    run: v.pipe(v.string(), v.uuid()),
    index: ShardNumber,
    of: ShardNumber,
  }),
  v.check(({ index, of }) => index <= of, 'index is larger than of'),
);
export type ShardOrder = Readonly<v.InferOutput<typeof ShardOrder>>;

/** The result of a job. */
export interface JobOutcome {
  readonly worker: string;
  /** Number of rendered pages. Only shards have this and the costs. */
  readonly pages?: number;
  readonly costs?: KindCosts;
  readonly report?: RebuildReport;
  /** The error that ended the job. */
  readonly error?: { readonly code: string; readonly message: string; readonly exitCode: number };
}
