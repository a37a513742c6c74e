import { type DatabaseCheck, problemIn } from './foreign-database.ts';
import { serveJobs } from './limited-job.ts';

/** Maximum length of a reported problem. Names in a hostile database may have any length. */
const MAX_PROBLEM_CHARACTERS = 2000;

/**
 * Reads whole databases.
 * @returns the problem with the first damaged database; null if all are sound
 */
function run(checks: readonly DatabaseCheck[]): string | null {
  for (const check of checks) {
    const problem = problemIn(check)?.slice(0, MAX_PROBLEM_CHARACTERS);
    if (problem !== undefined) return `${check.file} is damaged: ${problem}.`;
  }
  return null;
}

serveJobs({ run });
