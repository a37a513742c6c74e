import { defineConfig } from 'vitest/config';
import base from '../../vitest.config.ts';

/** Vitest configuration for Stryker: the unit tests of one folder (`LECTERN_MUTANTS_TESTS`, comma-separated globs). */
const { projects: _projects, sequence: _sequence, ...test } = base.test ?? {};

export default defineConfig({
  plugins: base.plugins ?? [],
  test: {
    ...test,
    retry: 0,
    include: (process.env['LECTERN_MUTANTS_TESTS'] ?? '').split(/,(?![^{]*\})/),
    pool: 'threads',
    isolate: false,
  },
});
