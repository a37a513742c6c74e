/** A mistake put into the source on purpose, and the test that has to notice it. */
export interface Fault {
  /** What visitors get, in a line: the row of the table in docs/develop/faults.md. */
  readonly line: string;
  readonly test: {
    readonly stage: 'unit' | 'integration' | 'e2e';
    /** Path from the project's root. */
    readonly file: string;
    /** Part of the test's title, enough to name it alone. */
    readonly title: string;
  };
  /** The mistake in words. */
  readonly fault: string;
  /** Source file from the project's root; `find` stands in it exactly once. */
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}
