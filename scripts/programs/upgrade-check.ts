import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { getConfig } from '#src/lib/config.ts';
import { ConfigError, EXIT } from '#src/lib/errors.ts';
import { bundleId } from '#src/site-bundle/index.ts';
import { ROOT } from './run-script.ts';
import {
  brandFindings,
  type Finding,
  livePages,
  nodeFinding,
  pageFindings,
  roomFinding,
  schemaFindings,
  settingFindings,
} from './upgrade-findings.ts';

interface UpgradeArguments {
  readonly from?: string | undefined;
  readonly environment?: string | undefined;
  readonly json: boolean;
}

/** Where the units have their settings (docs/operate/install.md). */
const ENVIRONMENT = '/etc/lectern/environment';

/** Prints what stands against this version over the state that is there. @returns the exit code */
export async function upgradeCheck({ from, environment, json }: UpgradeArguments): Promise<number> {
  if (from !== undefined && !existsSync(join(from, 'package.json')))
    throw new ConfigError(`--from is "${from}", which holds no checkout: there is no package.json.`);
  const found = await findings(from && resolve(from), environmentOf(environment));
  process.stdout.write(json ? `${JSON.stringify(found)}\n` : textOf(found));
  return found.some(({ level }) => level === 'stop') ? EXIT.failure : EXIT.done;
}

/** What the services are started with; what this command itself was started with comes first. */
function environmentOf(file: string | undefined): NodeJS.ProcessEnv {
  if (file !== undefined && !existsSync(file)) throw new ConfigError(`--environment is "${file}", which is not there.`);
  const read = file ?? (existsSync(ENVIRONMENT) ? ENVIRONMENT : undefined);
  return { ...(read === undefined ? {} : parseEnv(readFileSync(read, 'utf8'))), ...process.env };
}

async function findings(from: string | undefined, env: NodeJS.ProcessEnv): Promise<Finding[]> {
  const settings = settingFindings(env, ROOT, from);
  // Where a setting is wrong, the rest is looked at with those that are always right.
  const { LECTERN_STATE, LECTERN_BRANDS } = env;
  const config = getConfig({ LECTERN_STATE, LECTERN_BRANDS });
  if (!existsSync(config.state))
    throw new ConfigError(`There is no state at ${config.state}. Set LECTERN_STATE to that of the running version.`);
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

/** 0 where there is nothing. */
function bytesBelow(path: string): number {
  const files = [path, ...globSync('**', { cwd: path }).map((name) => join(path, name))];
  return files.reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0);
}

const MARKS = { stop: 'STOP', note: 'note', good: 'good' } as const;

function textOf(found: readonly Finding[]): string {
  const stops = found.filter(({ level }) => level === 'stop').length;
  const lines = found.map(({ level, subject, message }) => `${MARKS[level]}  ${subject}: ${message}`);
  const end = stops === 0 ? 'Nothing stands against the upgrade.' : `${stops} to mend first.`;
  return `${[...lines, end].join('\n')}\n`;
}
