import * as v from 'valibot';

/** The parts of Stryker's report that we use (mutation-testing-report-schema 2). */
export const MutationReport = v.object({
  files: v.record(
    v.string(),
    v.object({
      source: v.string(),
      mutants: v.array(
        v.object({
          mutatorName: v.string(),
          replacement: v.optional(v.string(), ''),
          status: v.string(),
          location: v.object({ start: v.object({ line: v.number() }), end: v.object({ line: v.number() }) }),
        }),
      ),
    }),
  ),
});
export type MutationReport = v.InferOutput<typeof MutationReport>;

/** A mutant that no test has noticed. */
export interface Survivor {
  readonly file: string;
  /** Line number, starting at 1. */
  readonly line: number;
  /** The first line of the mutated code, trimmed. */
  readonly code: string;
  readonly mutator: string;
  readonly replacement: string;
  /** Whether any test runs the mutated code. */
  readonly isCovered: boolean;
}

/** A mutant that behaves like the original, so that no test can notice it. */
export interface Equivalent {
  readonly file: string;
  readonly code: string;
  readonly replacement: string;
  readonly reason: string;
}

export interface FolderScore {
  /** Number of mutants, except those that are equivalent or do not compile. */
  readonly total: number;
  readonly noticed: number;
  /** Percentage of mutants that were noticed. */
  readonly score: number;
  readonly survivors: readonly Survivor[];
  /** Equivalents in the list that no longer match a mutant and must be removed from the list. */
  readonly stale: readonly Equivalent[];
}

const NOTICED = new Set(['Killed', 'Timeout']);
const UNNOTICED = new Set(['Survived', 'NoCoverage']);

/** Counts the mutants in a report, except those known to be equivalent. */
export function scoreOf(report: MutationReport, equivalents: readonly Equivalent[]): FolderScore {
  const mutants = Object.entries(report.files).flatMap(([file, { mutants: all }]) =>
    all.map((one) => ({ file, ...one })),
  );
  const noticed = mutants.filter(({ status }) => NOTICED.has(status)).length;
  const unnoticed = survivorsIn(report);
  const isKnown = (mutant: Survivor) => equivalents.some((known) => isSame(known, mutant));
  const survivors = unnoticed.filter((mutant) => !isKnown(mutant));
  const total = noticed + survivors.length;
  return {
    total,
    noticed,
    score: total === 0 ? 100 : (100 * noticed) / total,
    survivors,
    stale: equivalents.filter(
      (known) => known.file in report.files && !unnoticed.some((mutant) => isSame(known, mutant)),
    ),
  };
}

const isSame = (known: Equivalent, { file, code, replacement }: Survivor) =>
  known.file === file && known.code === code && known.replacement === replacement;

const survivorsIn = ({ files }: MutationReport): Survivor[] =>
  Object.entries(files).flatMap(([file, { source, mutants }]) => {
    const lines = source.split('\n');
    return mutants
      .filter(({ status }) => UNNOTICED.has(status))
      .map(({ mutatorName, replacement, status, location: { start } }) => ({
        file,
        line: start.line,
        code: (lines[start.line - 1] ?? '').trim(),
        mutator: mutatorName,
        replacement,
        isCovered: status === 'Survived',
      }));
  });

/** Formats a survivor in a few lines. */
export const survivorText = ({ file, line, code, mutator, replacement, isCovered }: Survivor): string =>
  `${file}:${line}: ${mutator}${isCovered ? '' : ', no test runs it'}\n    ${code}\n    -> ${replacement.split('\n')[0]}\n`;
