import { defineConfig } from 'vitest/config';
import base from '../../vitest.config.ts';

/** The unit tests of one folder (`LECTERN_MUTANTS_TESTS`, globs with commas between them), for Stryker. */
const { projects: _projects, sequence: _sequence, ...test } = base.test ?? {};

export default defineConfig({
  test: {
    ...test,
    include: (process.env['LECTERN_MUTANTS_TESTS'] ?? '').split(/,(?![^{]*\})/),
    pool: 'threads',
    isolate: false,
  },
});
