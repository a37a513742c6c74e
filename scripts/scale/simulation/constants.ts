/** Durations of the simulated work, measured unless noted (docs/operate/scale.md). */
export interface Constants {
  /** Processor time of a render thread per page, for the model, the HTML, Brotli and two files. */
  readonly renderMs: number;
  /** Time per page of the brand for reading changes and planning, on the machine that starts a rebuild. */
  readonly planMs: number;
  /** Fixed cost of a shard: checking copies, notifying threads. */
  readonly shardMs: number;
  /** Time to upload a changed page: reading it, comparing it with its hash, sending it. */
  readonly putMs: number;
  /** Time to read the record of a page rendered by another machine. */
  readonly takeMs: number;
  /** Time to merge a rendered page. */
  readonly mergeMs: number;
  /** Time per page of the brand for the manifest and the verification, at the end of a rebuild. */
  readonly publishMs: number;
  /** Size of a page compressed with Brotli. */
  readonly bodyBytes: number;
  /** Size of the record of a rendered page, compressed. */
  readonly recordBytes: number;
  /** Size that each page adds to a list of jobs, compressed. */
  readonly jobBytes: number;
  /** Rebuilds that render fewer pages run on one worker. */
  readonly spreadFrom: number;
}

export const CONSTANTS: Constants = {
  renderMs: 1.4,
  planMs: 0.011,
  shardMs: 60,
  putMs: 0.8,
  takeMs: 0.0025,
  mergeMs: 0.006,
  publishMs: 0.006,
  bodyBytes: 8700,
  recordBytes: 75,
  jobBytes: 15,
  spreadFrom: 2000,
};

/** Amazon's list prices in us-east-1, in US dollars. */
export const PRICES = {
  put: 0.005 / 1000,
  list: 0.005 / 1000,
  get: 0.0004 / 1000,
  /** c7g.4xlarge on demand: 16 processors. */
  machineHour: 0.58,
  storedGigabyteMonth: 0.023,
} as const;
