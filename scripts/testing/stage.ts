/** Duration of a test file. Files run in parallel, so their times add up to more than the stage's. */
export interface FileTime {
  /** Path from the project's root. */
  readonly file: string;
  readonly ms: number;
}

/** Result of a stage. A stage that ran nothing has failed. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
  /** Why the stage failed, unless its output says so. */
  readonly note?: string;
  /** Titles of failed tests, if the program reports them. */
  readonly titles?: readonly string[];
  /** Titles of tests that failed once and passed when they were repeated. They count as passed. */
  readonly repeated?: readonly string[];
  /** Durations, if the program reports them. */
  readonly files?: readonly FileTime[];
}

export interface StageRun {
  /** Arguments for the stage's program. */
  readonly args: readonly string[];
  /** Absolute path of a file that no other stage writes, for a machine-readable report. */
  readonly reportFile: string;
  /** Output of the program: a file descriptor if it runs in parallel with other stages. */
  readonly output: 'inherit' | number;
}

export interface Stage {
  readonly name: string;
  /** One line for `--help`. */
  readonly about: string;
  /** Name of a stage that uses only one processor. This one runs in parallel with it. */
  readonly beside?: string;
  /** Name of the stage after whose end this one starts. It runs in parallel with the same stages as that one. */
  readonly after?: string;
  run(run: StageRun): Promise<Tally>;
}
