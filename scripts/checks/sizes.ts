import type { Finding } from './finding.ts';
import type { Module } from './modules.ts';

const MAX_LINES = 350;
/** Data, not code. */
const EXEMPT = [/^src\/api\/seed\//, /\/locales(\/|\.ts$)/];

export function checkSizes(modules: readonly Module[]): Finding[] {
  return modules
    .filter(({ path, lines }) => lines > MAX_LINES && !EXEMPT.some((pattern) => pattern.test(path)))
    .map(({ path, lines }) => ({
      file: path,
      line: MAX_LINES + 1,
      rule: `a file has at most ${MAX_LINES} lines, this one ${lines}`,
      remedy: 'Split it by what it does; most files fit in 70.',
    }));
}
