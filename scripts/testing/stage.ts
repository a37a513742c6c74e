/** How long the tests of a file ran. Files run beside each other, so that their times add up to more than the stage's. */
export interface FileTime {
  /** Path from the project's root. */
  readonly file: string;
  readonly ms: number;
}

/** What became of a stage; a stage that ran nothing at all has failed. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
  /** Why it failed, where the stage's own output does not say. */
  readonly note?: string;
  /** Titles of what failed, where the program tells them. */
  readonly titles?: readonly string[];
  /** Where the program tells them. */
  readonly files?: readonly FileTime[];
}

export interface StageRun {
  /** Arguments for the stage's program. */
  readonly args: readonly string[];
  /** Absolute path of a file that no other stage writes, for a machine-readable report. */
  readonly reportFile: string;
  /** Where its program writes: a file's descriptor for what runs beside other stages. */
  readonly output: 'inherit' | number;
}

export interface Stage {
  readonly name: string;
  /** One line for `--help`. */
  readonly about: string;
  /** Name of the stage beside which it runs: that one keeps a single processor busy. */
  readonly beside?: string;
  run(run: StageRun): Promise<Tally>;
}
