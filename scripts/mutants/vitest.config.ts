import { configDefaults, defineConfig } from 'vitest/config';
import { SLOW_FILES } from '../../tests/slow-tests.ts';
import base from '../../vitest.config.ts';

/**
 * Vitest configuration for Stryker: the unit tests of one folder (`LECTERN_MUTANTS_TESTS`, comma-separated globs) that
 * are part of `npm test`.
 */
const { projects: _projects, sequence: _sequence, ...test } = base.test ?? {};

export default defineConfig({
  plugins: base.plugins ?? [],
  test: {
    ...test,
    retry: 0,
    include: (process.env['LECTERN_MUTANTS_TESTS'] ?? '').split(/,(?![^{]*\})/),
    exclude: [...configDefaults.exclude, ...Object.keys(SLOW_FILES)],
    pool: 'threads',
    isolate: false,
  },
});
