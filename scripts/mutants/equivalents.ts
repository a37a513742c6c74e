import type { Equivalent } from './report.ts';

/** Mutants that no test can notice, each with the reason. */
export const EQUIVALENTS: readonly Equivalent[] = [];
