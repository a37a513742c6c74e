import { ConfigError } from '#src/lib/errors.ts';
import { installAdminPackages } from '../programs/admin-packages.ts';
import { browserPaths } from './chromium.ts';
import { readReport, runNode } from './programs.ts';
import type { Stage } from './stage.ts';
import { type PlaywrightReport, tallyExit, tallyPlaywright, tallyVitest, type VitestReport } from './tally.ts';
import { prepareBrowsers, prepareServers } from './web-servers.ts';

/** On a busy machine a page takes its time, and a test waits for it. */
const BUSY_MACHINE = { LECTERN_RENDER_WAIT: '30000' };

/** In the order they run: what is quick to fail comes first. */
export const STAGES: readonly Stage[] = [
  withAdminPackages(
    single('types', 'astro check: types of every .ts, .tsx and .astro file', 'node_modules/astro/bin/astro.mjs', [
      'check',
      '--minimumSeverity',
      'error',
    ]),
  ),
  ...besideTypes(
    single('lint', 'biome check: formatting and lint', 'node_modules/@biomejs/biome/bin/biome', ['check']),
    withAdminPackages(
      single(
        'checks',
        'scripts/checks: who may import whom, sizes, dependencies, loads by plain Node',
        'scripts/checks/main.ts',
      ),
    ),
    withAdminPackages(
      single('unused', 'knip: files, exports and packages that nobody uses', 'node_modules/knip/bin/knip.js'),
    ),
    vitest('contract', 'tests/contract'),
    withAdminPackages(vitest('unit', 'tests/unit')),
  ),
  // Many of its tests wait for a limit to pass, and leave the processor to another.
  vitest('integration', 'tests/integration', { prepare: prepareServers, options: ['--maxWorkers=4'] }),
  {
    name: 'e2e',
    about: 'tests/e2e in Chromium',
    async run({ args, reportFile, output }) {
      await prepareServers();
      await prepareBrowsers();
      const env = {
        ...(await browserPaths()),
        // The site under test is what visitors get; Playwright would set NODE_ENV to test.
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

/** @param only names, each possibly several separated by commas; undefined means all stages. */
export function selectStages(only: readonly string[] | undefined, args: readonly string[] = []): readonly Stage[] {
  const names = only?.flatMap((value) => value.split(',')).filter((name) => name !== '');
  const unknown = names?.find((name) => !STAGES.some((stage) => stage.name === name));
  const known = STAGES.map(({ name }) => name).join(', ');
  if (unknown !== undefined || names?.length === 0)
    throw new ConfigError(`--only takes: ${known}; got "${unknown ?? ''}".`);
  const chosen = names ? STAGES.filter(({ name }) => names.includes(name)) : STAGES;
  if (args.length > 0 && chosen.length !== 1) {
    throw new ConfigError(`"${args.join(' ')}" is for one stage: choose it by --only (${known}).`);
  }
  return chosen;
}

function single(name: string, about: string, program: string, programArgs: readonly string[] = []): Stage {
  return {
    name,
    about,
    run: async ({ args, output }) => tallyExit(await runNode(program, [...programArgs, ...args], {}, output)),
  };
}

/** A stage that reads src/admin-ui, too: its packages are installed first. */
function withAdminPackages(stage: Stage): Stage {
  return {
    ...stage,
    async run(given) {
      await installAdminPackages();
      return stage.run(given);
    },
  };
}

function besideTypes(...stages: readonly Stage[]): Stage[] {
  return stages.map((stage) => ({ ...stage, beside: 'types' }));
}

/**
 * @param name of the stage and of the project in vitest.config.ts
 * @param prepare what has to be there before the tests start
 * @param options further ones for the program
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
        // What follows the name is a part of the kind.
        `--project=${name}*`,
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${reportFile}`,
        ...further,
      ];
      const env = { NODE_ENV: 'test', ...BUSY_MACHINE };
      const code = await runNode('node_modules/vitest/vitest.mjs', [...options, ...args], env, output);
      return tallyVitest(await readReport<VitestReport>(reportFile), code);
    },
  };
}
