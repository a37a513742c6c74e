import type { Finding } from './finding.ts';
import type { Module } from './modules.ts';

/** Parts that read what others may have written. */
const PARTS = /^src\/(backup|release|release-store|night-queue|api\/(media|import))\//;
/** Calls that follow links, or enter folders without looking at each. */
const RAW = /\b(cp|cpSync|opendir|opendirSync|glob|globSync)\(|\breaddir(Sync)?\([^)]*recursive: true/;

/** Restores and sweeps have followed links twice: these parts walk and copy by src/lib/plain-files.ts. */
export function checkPlainFiles(modules: readonly Module[]): Finding[] {
  return modules
    .filter(({ path }) => PARTS.test(path))
    .flatMap(({ path, text = '' }) =>
      text.split('\n').flatMap((line, index) =>
        RAW.test(line)
          ? [
              {
                file: path,
                line: index + 1,
                rule: 'these parts follow no links',
                remedy: 'Use walkPlain, plainTree or copyPlainTree (src/lib/plain-files.ts, src/lib/copy-plain.ts).',
              },
            ]
          : [],
      ),
    );
}
