import { type DatabaseCheck, problemIn } from './foreign-database.ts';
import { answerLimited } from './limited-process.ts';

/** Reads whole databases. @returns what is wrong with the first damaged one; null if all are sound */
await answerLimited((checks: readonly DatabaseCheck[]): string | null => {
  for (const check of checks) {
    const problem = problemIn(check);
    if (problem !== undefined) return `${check.file} is damaged: ${problem}.`;
  }
  return null;
});
