/** Durations and sizes in the simulation, measured unless noted otherwise (docs/operate/scale.md). */
export interface Constants {
  /** Processor time of a render thread per page: for the model, the HTML, Brotli and two files. */
  readonly renderMs: number;
  /** Time per page of the brand for reading changes and planning, on the machine that starts a rebuild. */
  readonly planMs: number;
  /** Fixed time per shard: for checking copies and notifying threads. */
  readonly shardMs: number;
  /** Time to upload a changed page: for reading the page, comparing it with its hash, and sending it. */
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
  /** Size that each page adds to a list of jobs, after compression. */
  readonly jobBytes: number;
  /** Minimum number of rendered pages for a rebuild on several workers. */
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
  /** Price of a c7g.4xlarge on demand, which has 16 processors. */
  machineHour: 0.58,
  storedGigabyteMonth: 0.023,
} as const;
