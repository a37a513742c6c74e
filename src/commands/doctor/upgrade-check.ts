import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { getConfig } from '#src/config/config.ts';
import { ConfigError, EXIT } from '#src/lib/errors.ts';
import { print } from '#src/lib/print.ts';
import {
  brandFindings,
  type Finding,
  livePages,
  nodeFinding,
  pageFindings,
  roomFinding,
  schemaFindings,
  settingFindings,
} from '#src/operate/upgrade-check/findings.ts';
import { bundleId } from '#src/publish/bundle/index.ts';
import { ROOT } from '../run-script.ts';

interface UpgradeArguments {
  readonly from?: string | undefined;
  readonly environment?: string | undefined;
  readonly json: boolean;
}

/** Settings file of the systemd units (docs/operate/install.md). */
const ENVIRONMENT = '/etc/lectern/environment';

/**
 * Prints the reasons why this Lectern version cannot run with the existing state.
 * @returns the exit code
 */
export async function upgradeCheck({ from, environment, json }: UpgradeArguments): Promise<number> {
  if (from !== undefined && !existsSync(join(from, 'package.json')))
    throw new ConfigError(`--from is "${from}", which is not a checkout: it has no package.json.`);
  const results = await findings(from && resolve(from), environmentOf(environment));
  print(json ? `${JSON.stringify(results)}\n` : textOf(results));
  return results.some(({ level }) => level === 'stop') ? EXIT.failure : EXIT.done;
}

/** Returns the environment of the services. Variables of this process take precedence over those in the file. */
function environmentOf(file: string | undefined): NodeJS.ProcessEnv {
  if (file !== undefined && !existsSync(file))
    throw new ConfigError(`--environment is "${file}", which does not exist.`);
  const path = file ?? (existsSync(ENVIRONMENT) ? ENVIRONMENT : undefined);
  return { ...(path === undefined ? {} : parseEnv(readFileSync(path, 'utf8'))), ...process.env };
}

async function findings(from: string | undefined, env: NodeJS.ProcessEnv): Promise<Finding[]> {
  const settings = settingFindings(env, ROOT, from);
  // If another setting is invalid, the checks below still run, with only these two settings.
  const { LECTERN_STATE, LECTERN_BRANDS } = env;
  const config = getConfig({ LECTERN_STATE, LECTERN_BRANDS });
  if (!existsSync(config.state))
    throw new ConfigError(`${config.state} does not exist. Set LECTERN_STATE to the state of the running version.`);
  const live = await livePages(config);
  const pseudo = env['LECTERN_PSEUDO'] === 'true';
  return [
    nodeFinding(process.version),
    ...schemaFindings(config.state),
    ...(await brandFindings(config.brands, LECTERN_BRANDS ? undefined : from)),
    ...settings,
    await roomFinding(config.state, live, {
      backup: bytesBelow(join(config.state, 'api')) + bytesBelow(join(config.state, 'nights.db')),
      checkout: from === undefined ? bytesBelow(join(ROOT, 'node_modules')) : 0,
    }),
    ...pageFindings(live, await bundleId({ root: ROOT, pseudo })),
  ];
}

/** Returns the total size of the files below `path`; 0 if nothing exists there. */
function bytesBelow(path: string): number {
  const files = [path, ...globSync('**', { cwd: path }).map((name) => join(path, name))];
  return files.reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0);
}

const MARKS = { stop: 'STOP', note: 'note', good: 'good' } as const;

function textOf(results: readonly Finding[]): string {
  const stops = results.filter(({ level }) => level === 'stop').length;
  const lines = results.map(({ level, subject, message }) => `${MARKS[level]}  ${subject}: ${message}`);
  const end = stops === 0 ? 'Ready to upgrade.' : `To fix before the upgrade: ${stops}.`;
  return `${[...lines, end].join('\n')}\n`;
}
