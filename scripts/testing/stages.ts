import { existsSync, readdirSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { installAdminPackages } from '#src/commands/admin/admin-packages.ts';
import { ConfigError } from '#src/lib/errors.ts';
import { SLOW_FILES, TEST_SCOPE, testScope } from '../../tests/slow-tests.ts';
import { browserPaths } from './chromium.ts';
import { brandsFor } from './e2e-brands.ts';
import { unfinishedFiles, withSecondRun } from './ended-processes.ts';
import { ROOT, readReport, runNode } from './programs.ts';
import type { Stage } from './stage.ts';
import { type PlaywrightReport, tallyExit, tallyPlaywright, tallyVitest, type VitestReport } from './tally.ts';
import { prepareBrowsers, prepareServers } from './web-servers.ts';

/**
 * Environment in which the site waits longer for pages, because pages may be slow on a busy machine, and tests wait for
 * them.
 */
const BUSY_MACHINE = { LECTERN_RENDER_WAIT: '30000' };

/** The stages of `npm test` in the order in which they run, quick ones first. */
export const STAGES: readonly Stage[] = [
  withAdminPackages(
    sequence('types', 'types: astro check for .astro files, then the native TypeScript compiler for .ts and .tsx', [
      // Checks only .astro files and their imports, which is ten times faster than checking all files.
      ['node_modules/astro/bin/astro.mjs', 'check', '--minimumSeverity=error', '--tsconfig=tsconfig.astro.json'],
      // A single thread, because other stages use the other processors, and each thread of the compiler would check
      // shared types again.
      ['node_modules/typescript-native/bin/tsc', '-p', 'tsconfig.json', '--singleThreaded'],
    ]),
  ),
  {
    ...withAdminPackages(
      single(
        'checks',
        'scripts/checks: imports between parts, sizes, dependencies, loading by plain Node',
        'scripts/checks/main.ts',
      ),
    ),
    after: 'types',
  },
  ...besideTypes(
    single('lint', 'biome check: formatting and lint', 'node_modules/@biomejs/biome/bin/biome', [
      'check',
      '--config-path=biome.whole-project.json',
    ]),
    single(
      'words',
      'scripts/checks/words.ts: phrases, names of limits, test titles, commit subjects',
      'scripts/checks/words.ts',
    ),
    withAdminPackages(single('unused', 'knip: unused files, exports and packages', 'node_modules/knip/bin/knip.js')),
    vitest('contract', 'tests/contract'),
    // Four workers, because some of these tests only wait for a time limit. Other stages run at the same time.
    withAdminPackages(vitest('unit', 'tests/unit', { options: ['--maxWorkers=4'] })),
  ),
  // Four workers, because many tests wait for a time limit, which leaves the processor free for others.
  vitest('integration', 'tests/integration', { prepare: prepareSlowServers, options: ['--maxWorkers=4'] }),
  {
    name: 'e2e',
    about: 'tests/e2e in Chromium',
    async run({ args, reportFile, output }) {
      await prepareSlowServers();
      if (testScope() !== 'everyday') await prepareBrowsers();
      const brands = await brandsFor(testScope() === 'everyday' ? everydayFiles() : args);
      const env = {
        ...(brands && { LECTERN_E2E_BRANDS: brands.join(',') }),
        ...(await browserPaths()),
        // The site under test runs in production mode. Playwright would set NODE_ENV to test.
        NODE_ENV: 'production',
        ...BUSY_MACHINE,
        PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile,
      };
      const code = await runNode(
        'node_modules/@playwright/test/cli.js',
        ['test', '--reporter=list,json', ...args],
        env,
        output,
      );
      return tallyPlaywright(await readReport<PlaywrightReport>(reportFile), code);
    },
  },
];

/** A stage that only `npm run test:all` runs. That command also runs the tests that are too slow for `npm test`. */
const POSTGRES = single(
  'postgres',
  'npm run test:postgres: the tests of API and admin with their store in PostgreSQL',
  'scripts/test-postgres.ts',
  [],
  { [TEST_SCOPE]: '' },
);

/** Stages of `npm run test:all`. */
export const ALL_STAGES: readonly Stage[] = [...STAGES, POSTGRES];

/** Stages that have tests which `npm test` omits. */
export const SLOW_STAGES: readonly Stage[] = [
  ...STAGES.filter(({ name }) => ['unit', 'integration', 'e2e'].includes(name)),
  POSTGRES,
];

/** @param only names of stages, possibly separated by commas; undefined means all stages */
export function selectStages(
  only: readonly string[] | undefined,
  args: readonly string[] = [],
  stages: readonly Stage[] = STAGES,
): readonly Stage[] {
  const names = only?.flatMap((value) => value.split(',')).filter((name) => name !== '');
  const unknown = names?.find((name) => !stages.some((stage) => stage.name === name));
  const stageNames = stages.map(({ name }) => name).join(', ');
  if (unknown !== undefined || names?.length === 0)
    throw new ConfigError(`--only takes: ${stageNames}; got "${unknown ?? ''}".`);
  const chosen = names ? stages.filter(({ name }) => names.includes(name)) : stages;
  if (args.length > 0 && chosen.length !== 1) {
    throw new ConfigError(`"${args.join(' ')}" applies to a single stage. Choose it with --only (${stageNames}).`);
  }
  return chosen;
}

function single(
  name: string,
  about: string,
  program: string,
  programArgs: readonly string[] = [],
  env: NodeJS.ProcessEnv = {},
): Stage {
  return {
    name,
    about,
    run: async ({ args, output }) => tallyExit(await runNode(program, [...programArgs, ...args], env, output)),
  };
}

/** A stage of programs that run one after another, each counted as a check. */
function sequence(name: string, about: string, programs: readonly (readonly [string, ...string[]])[]): Stage {
  return {
    name,
    about,
    async run({ args, output }) {
      let passed = 0;
      for (const [program, ...programArgs] of programs)
        passed += tallyExit(await runNode(program, [...programArgs, ...args], {}, output)).passed;
      return { passed, failed: programs.length - passed };
    },
  };
}

/** Browser test files that `npm test` runs. Only the brands that these need are built. */
const everydayFiles = (): string[] =>
  readdirSync(join(ROOT, 'tests/e2e'))
    .map((name) => `tests/e2e/${name}`)
    .filter((file) => file.endsWith('.e2e.ts') && !(file in SLOW_FILES));

/** Prepares servers for slow tests. Tests that `npm test` runs need none of them. */
async function prepareSlowServers(): Promise<void> {
  if (testScope() !== 'everyday') await prepareServers();
}

const ADMIN_TESTS = 'tests/unit/admin';

/** Whether the paths in the arguments include tests of the admin, or there are no paths. */
function needsAdminPackages(args: readonly string[]): boolean {
  const paths = args.map((arg) => normalize(arg)).filter((path) => existsSync(join(ROOT, path)));
  return paths.length === 0 || paths.some((path) => path.startsWith(ADMIN_TESTS) || ADMIN_TESTS.startsWith(path));
}

/**
 * Wraps a stage that needs src/admin/ui: installs the admin's packages first, unless the arguments name only other
 * tests.
 */
function withAdminPackages(stage: Stage): Stage {
  return {
    ...stage,
    async run(given) {
      if (needsAdminPackages(given.args)) await installAdminPackages();
      return stage.run(given);
    },
  };
}

function besideTypes(...stages: readonly Stage[]): Stage[] {
  return stages.map((stage) => ({ ...stage, beside: 'types' }));
}

/**
 * @param name name of the stage and of the project in vitest.config.ts
 * @param prepare prepares what the tests need
 * @param options additional options for Vitest
 */
function vitest(
  name: string,
  folder: string,
  { prepare = async () => {}, options: further = [] as string[] } = {},
): Stage {
  return {
    name,
    about: `${folder} in Vitest`,
    async run({ args, reportFile, output }) {
      await prepare();
      const options = [
        'run',
        // Names of projects start with the name of the stage. A project with a longer name contains some of the stage's
        // tests.
        `--project=${name}*`,
        '--reporter=default',
        '--reporter=json',
        ...further,
      ];
      const env = { NODE_ENV: 'test', ...BUSY_MACHINE };
      const run = (file: string, ...paths: string[]) =>
        runNode('node_modules/vitest/vitest.mjs', [...options, `--outputFile.json=${file}`, ...paths], env, output);
      const code = await run(reportFile, ...args);
      const report = await readReport<VitestReport>(reportFile);
      const unfinished = unfinishedFiles(report);
      if (!report || unfinished.length === 0) return tallyVitest(report, code);
      const secondFile = `${reportFile}.second`;
      const secondCode = await run(secondFile, ...unfinished);
      return tallyVitest(withSecondRun(report, await readReport<VitestReport>(secondFile)), secondCode);
    },
  };
}
