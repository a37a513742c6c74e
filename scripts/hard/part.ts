import type { BenchRow } from '../bench/report.ts';
import type { HardSite } from './site.ts';

/** What the size of a part counts. */
export type SizeUnit = 'requests' | 'times' | 'seconds';

export interface PartRun {
  /** In the unit of the part. */
  readonly size: number;
  /** Equal seeds make equal requests and moments. */
  readonly seed: number;
  /** By how much limits of time are wider: 1, more where the machine may be busy with something else. */
  readonly slack: number;
  /** The site that all parts share, started by the first that asks. Who changes its upstream mends it again. */
  site(): Promise<HardSite>;
}

export interface PartResult {
  /** Figures with their limits. */
  readonly rows: readonly BenchRow[];
  /** Examples of what did not hold, as precise as needed to see it again. */
  readonly findings: readonly string[];
}

/** One kind of attack, fault or load. */
export interface Part {
  readonly name: string;
  /** One line for `--help`. */
  readonly about: string;
  readonly unit: SizeUnit;
  /** The size it has by default, and with `--quick`. */
  readonly full: number;
  readonly quick: number;
  run(run: PartRun): Promise<PartResult>;
}
