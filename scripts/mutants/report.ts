import * as v from 'valibot';

/** What is read of Stryker's report (mutation-testing-report-schema 2). */
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

/** A mutant that no test noticed. */
export interface Survivor {
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  /** The first line of what was changed, without the blanks around it. */
  readonly code: string;
  readonly mutator: string;
  readonly replacement: string;
  /** Whether a test runs the place at all. */
  readonly isCovered: boolean;
}

/** A mutant that behaves as the code does, so that no test can notice it. */
export interface Equivalent {
  readonly file: string;
  readonly code: string;
  readonly replacement: string;
  readonly reason: string;
}

export interface FolderScore {
  /** Mutants that were noticed or not; those that are equivalent or do not compile are left out. */
  readonly total: number;
  readonly noticed: number;
  /** In percent. */
  readonly score: number;
  readonly survivors: readonly Survivor[];
  /** Equivalents of these files that no mutant is any more: they have to leave the list. */
  readonly stale: readonly Equivalent[];
}

const NOTICED = new Set(['Killed', 'Timeout']);
const UNNOTICED = new Set(['Survived', 'NoCoverage']);

/** Counts a report, without the mutants that are known to be equivalent. */
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

/** A survivor for people, in two lines. */
export const survivorText = ({ file, line, code, mutator, replacement, isCovered }: Survivor): string =>
  `${file}:${line}: ${mutator}${isCovered ? '' : ', no test runs it'}\n    ${code}\n    -> ${replacement.split('\n')[0]}\n`;
