import type { BenchRow } from '../bench/report.ts';
import type { HardSite } from './site.ts';

/** Unit of a part's size. */
export type SizeUnit = 'requests' | 'times' | 'seconds';

export interface PartRun {
  /** Size in the unit of the part. */
  readonly size: number;
  /** The same seed gives the same requests and times. */
  readonly seed: number;
  /** Factor for time limits: 1, or more if the machine may be busy with something else. */
  readonly slack: number;
  /**
   * The site shared by all parts, started by the first part that needs it. A part that changes its upstream restores
   * it.
   */
  site(): Promise<HardSite>;
}

export interface PartResult {
  /** Figures with their limits. */
  readonly rows: readonly BenchRow[];
  /** Examples of failures, precise enough to reproduce them. */
  readonly findings: readonly string[];
}

/** One kind of attack, fault or load. */
export interface Part {
  readonly name: string;
  /** One line for `--help`. */
  readonly about: string;
  readonly unit: SizeUnit;
  /** Default size. */
  readonly full: number;
  /** Size with `--quick`. */
  readonly quick: number;
  run(run: PartRun): Promise<PartResult>;
}
