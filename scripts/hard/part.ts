import type { BenchRow } from '../bench/report.ts';
import type { HardSite } from './site.ts';

/** Unit of a part's size. */
export type SizeUnit = 'requests' | 'times' | 'seconds';

export interface PartRun {
  /** Size of the run, in the unit of the part. */
  readonly size: number;
  /** Seed of random numbers. With the same seed, requests and times are the same. */
  readonly seed: number;
  /** Factor by which time limits are longer: 1, or more if the machine may be busy with something else. */
  readonly slack: number;
  /**
   * Returns the site shared by all parts, which is started for the first part that needs it. A part that changes the
   * upstream must restore it.
   */
  site(): Promise<HardSite>;
}

export interface PartResult {
  /** The figures that the part measured, with their limits. */
  readonly rows: readonly BenchRow[];
  /** Examples of failures, precise enough to reproduce them. */
  readonly findings: readonly string[];
}

/** A part of the hard tests: one kind of attack, fault or load. */
export interface Part {
  readonly name: string;
  /** Description of the part in one line, for `--help`. */
  readonly about: string;
  readonly unit: SizeUnit;
  /** Size of a full run. */
  readonly full: number;
  /** Size of a run with `--quick`. */
  readonly quick: number;
  run(run: PartRun): Promise<PartResult>;
}
