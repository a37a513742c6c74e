/** What the simulated work takes. Measured where nothing else is said (docs/operate/scale.md). */
export interface Constants {
  /** Processor milliseconds of a render thread for a page: model, HTML, Brotli, two files. */
  readonly renderMs: number;
  /** Of the machine that begins a night: reading what changed and planning, for each page of the brand. */
  readonly planMs: number;
  /** For a shard whatever its size: copies looked at, the threads told. */
  readonly shardMs: number;
  /** Uploading a page that changed: read, compared with its hash, sent. */
  readonly putMs: number;
  /** Reading what was recorded of a page that another machine has rendered. */
  readonly takeMs: number;
  /** Merging a rendered page. */
  readonly mergeMs: number;
  /** For each page of the brand at the end: manifest, verification. */
  readonly publishMs: number;
  /** A page in Brotli. */
  readonly bodyBytes: number;
  /** What is recorded of a rendered page, compressed. */
  readonly recordBytes: number;
  /** A page's part of a list of jobs, compressed. */
  readonly jobBytes: number;
  /** Nights of fewer rendered pages are made by one worker. */
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

/** List prices of Amazon's us-east-1, US dollars. */
export const PRICES = {
  put: 0.005 / 1000,
  list: 0.005 / 1000,
  get: 0.0004 / 1000,
  /** c7g.4xlarge on demand: 16 processors. */
  machineHour: 0.58,
  storedGigabyteMonth: 0.023,
} as const;
