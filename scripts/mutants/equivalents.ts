import type { Equivalent } from './report.ts';

/** Mutants that behave like the original, so that no test can notice them, each with the reason. */
export const EQUIVALENTS: readonly Equivalent[] = [];
