import type { Finding } from './finding.ts';
import type { Module } from './modules.ts';

const MAX_LINES = 350;
/** Matches modules that contain data rather than code, which may be longer. */
const EXEMPT = [/^src\/api\/seed\//, /\/locales(\/|\.ts$)/];

export function checkSizes(modules: readonly Module[]): Finding[] {
  return modules
    .filter(({ path, lines }) => lines > MAX_LINES && !EXEMPT.some((pattern) => pattern.test(path)))
    .map(({ path, lines }) => ({
      file: path,
      line: MAX_LINES + 1,
      rule: `the file has ${lines} lines; the limit is ${MAX_LINES}`,
      remedy: 'Move each separate task to its own file. Most files have at most 70 lines.',
    }));
}
