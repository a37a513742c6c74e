/** Duration of a test file. Files run in parallel, so their durations add up to more than the duration of the stage. */
export interface FileTime {
  /** Path relative to the project's root. */
  readonly file: string;
  readonly ms: number;
}

/** Result of a stage. A stage that has run no tests has failed. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
  /** Why the stage failed, unless its output says so. */
  readonly note?: string;
  /** Titles of failed tests, if the program reports titles. */
  readonly titles?: readonly string[];
  /** Titles of tests that failed once and passed when they were repeated. They count as passed. */
  readonly repeated?: readonly string[];
  /** Durations of test files, if the program reports them. */
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
  /** Description of the stage in one line, for `--help`. */
  readonly about: string;
  /** Name of a stage that uses only one processor. This stage runs in parallel with it. */
  readonly beside?: string;
  /**
   * Name of the stage that runs before this one. Stages that run beside that stage also run in parallel with this
   * one.
   */
  readonly after?: string;
  run(run: StageRun): Promise<Tally>;
}
