import type { Finding } from './finding.ts';
import type { Module } from './modules.ts';

/** Parts of the code that read files which other programs may have written. */
const PARTS = /^src\/(operate\/backup|publish\/(release|release-store|queue)|api\/(media|import))\//;
/** Matches calls that follow links, or that enter folders without checking each entry. */
const RAW = /\b(cp|cpSync|opendir|opendirSync|glob|globSync)\(|\breaddir(Sync)?\([^)]*recursive: true/;

/**
 * Checks that code that must not follow links, such as restores and sweeps, uses src/lib/plain-files.ts to walk and
 * copy folders.
 */
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
                rule: 'these parts must not follow links',
                remedy: 'Use walkPlain, plainTree or copyPlainTree (src/lib/plain-files.ts, src/lib/copy-plain.ts).',
              },
            ]
          : [],
      ),
    );
}
