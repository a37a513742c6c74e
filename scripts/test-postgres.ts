import { runCommand } from '#src/lib/cli.ts';
import { startPostgres } from './testing/postgres.ts';
import { runNode } from './testing/programs.ts';

await runCommand({
  help: `Runs the tests of the API and of the admin's server with a temporary PostgreSQL server from Debian's packages. Tests
of SQLite files are omitted.

npm run test:postgres
npm run test:postgres -- tests/unit/api/calls/search.test.ts     only these files`,
  options: {},
  positionals: true,
  async run(_options, files) {
    const postgres = await startPostgres();
    try {
      const chosen =
        files.length > 0
          ? files
          : [
              'tests/integration/api',
              'tests/unit/admin/server',
              'tests/unit/api/calls',
              'tests/unit/api/http',
              'tests/unit/api/store/reads',
              'tests/unit/api/visitors',
            ];
      return await runNode(
        'node_modules/vitest/vitest.mjs',
        ['run', '--project', 'integration', '--project', 'unit', ...chosen],
        { LECTERN_TEST_POSTGRES: postgres.url },
      );
    } finally {
      await postgres.close();
    }
  },
});
