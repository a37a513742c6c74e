import { existsSync, globSync, readFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { STORE_VERSIONS } from '#src/api/index.ts';
import { problemText } from '#src/brand/check/problem.ts';
import { brandFolders, inspectBrands } from '#src/brand/registry.ts';
import { type Config, getConfig } from '#src/config/config.ts';
import { messageOf } from '#src/lib/errors.ts';
import { openSql } from '#src/lib/sqlite.ts';
import { NIGHTS_VERSION } from '#src/publish/nights/index.ts';
import { openLive } from '#src/publish/release/index.ts';

export interface Finding {
  /** `stop` blocks the upgrade, `note` describes what the upgrade will do, `good` means that the check passed. */
  readonly level: 'stop' | 'note' | 'good';
  readonly subject: 'Node' | 'schema' | 'brand' | 'setting' | 'disk' | 'pages';
  readonly message: string;
}

type Level = Finding['level'];

const NEEDED_NODE = 24;

/** @param version such as `v24.1.0` */
export function nodeFinding(version: string): Finding {
  const isNewEnough = Number.parseInt(version.slice(1), 10) >= NEEDED_NODE;
  const message = isNewEnough
    ? `${version}.`
    : `${version}, but this version needs ${NEEDED_NODE}: run npm run brand -- check here.`;
  return { level: isNewEnough ? 'good' : 'stop', subject: 'Node', message };
}

/** Databases by their path in the state folder, with the version that this code supports. */
const DATABASES: Readonly<Record<string, number>> = {
  ...Object.fromEntries(Object.entries(STORE_VERSIONS).map(([name, version]) => [join('api', name), version])),
  'nights.db': NIGHTS_VERSION,
};

/** Older schemas will be migrated; newer ones block the upgrade. */
export function schemaFindings(state: string): Finding[] {
  return Object.entries(DATABASES)
    .filter(([name]) => existsSync(join(state, name)))
    .map(([name, supported]) => schemaFinding(name, versionOf(join(state, name)), supported));
}

function schemaFinding(name: string, version: number, supported: number): Finding {
  const [level, message]: [Level, string] =
    version > supported
      ? [
          'stop',
          `${name} has version ${version}, but this Lectern supports up to ${supported}: a newer one wrote it. Use the newer Lectern.`,
        ]
      : version < supported
        ? [
            'note',
            `${name} is migrated from version ${version} to ${supported} when it is first opened, and an older Lectern then rejects it. Make a backup first.`,
          ]
        : ['good', `${name} stays at version ${version}.`];
  return { level, subject: 'schema', message };
}

function versionOf(file: string): number {
  const sql = openSql(file, { readOnly: true });
  try {
    return Number(sql.get<{ user_version: number }>('PRAGMA user_version')?.user_version ?? 0);
  } finally {
    sql.close();
  }
}

/**
 * Finds brands that this version rejects, and brands that exist only in the old checkout.
 * @param from the old checkout
 */
export async function brandFindings(folder: string, from?: string): Promise<Finding[]> {
  const findings: Finding[] = [];
  try {
    const { brands, problems } = await inspectBrands(folder);
    for (const problem of problems) findings.push({ level: 'stop', subject: 'brand', message: problemText(problem) });
    if (problems.length === 0)
      findings.push({
        level: 'good',
        subject: 'brand',
        message: `${brands.map(({ id }) => id).join(', ')}: no problems.`,
      });
  } catch (error) {
    findings.push({ level: 'stop', subject: 'brand', message: messageOf(error) });
  }
  const before = from === undefined ? [] : await brandFolders(join(from, 'brands')).catch(() => []);
  const lost = before.filter((id) => !existsSync(join(folder, id)));
  for (const id of lost)
    findings.push({
      level: 'stop',
      subject: 'brand',
      message: `${id} is in ${from}/brands but not in ${folder}: copy it, or it will no longer be served.`,
    });
  return findings;
}

/** The names of all settings that occur in the code of a checkout. */
function settingsOf(root: string): Set<string> {
  const files = globSync('{src/{lib,config,commands,operate}/**/*.ts,scripts/**/*.{ts,mjs},astro.config.mjs}', {
    cwd: root,
  });
  return new Set(files.flatMap((file) => readFileSync(join(root, file), 'utf8').match(/\bLECTERN_[A-Z_]+\b/g) ?? []));
}

/** Finds settings that this version does not have or rejects. */
export function settingFindings(env: NodeJS.ProcessEnv, root: string, from?: string): Finding[] {
  const settings = settingsOf(root);
  const before = from === undefined ? undefined : settingsOf(from);
  const unknown = Object.keys(env).filter((name) => name.startsWith('LECTERN_') && env[name] && !settings.has(name));
  const findings = unknown.map((name): Finding => {
    const gone = before?.has(name);
    return gone
      ? {
          level: 'stop',
          subject: 'setting',
          message: `${name} was removed or renamed: see CHANGELOG.md, and delete it.`,
        }
      : { level: 'note', subject: 'setting', message: `${name} is not a setting of this version. Is it misspelt?` };
  });
  try {
    getConfig(env);
  } catch (error) {
    findings.push({ level: 'stop', subject: 'setting', message: messageOf(error) });
  }
  return findings.length > 0
    ? findings
    : [{ level: 'good', subject: 'setting', message: 'This version supports all that are set.' }];
}

/** The live release of a brand. */
export interface LivePages {
  readonly brand: string;
  readonly bundle: string;
  readonly pages: number;
  readonly bytes: number;
}

export async function livePages({ state, brands }: Config): Promise<LivePages[]> {
  const ids = await brandFolders(brands).catch(() => []);
  return ids.flatMap((brand) => {
    const release = openLive(join(state, brand));
    release?.close();
    return release
      ? [{ brand, bundle: release.info.bundle.id, pages: release.info.pages, bytes: release.info.bytes }]
      : [];
  });
}

/**
 * Reports which brands' pages will all be rendered again, because the pages' code differs.
 * @param bundle bundle id of this version
 */
export const pageFindings = (live: readonly LivePages[], bundle: string): Finding[] =>
  live.map(({ brand, bundle: before, pages }) =>
    before === bundle
      ? {
          level: 'good',
          subject: 'pages',
          message: `${brand}: the pages' code is the same, so only changed pages are rendered.`,
        }
      : {
          level: 'note',
          subject: 'pages',
          message: `${brand}: ${pages === 1 ? '1 page is' : `${pages} pages are`} rendered again by the next rebuild. Until then the live ones are served.`,
        },
  );

/**
 * Disk space per byte of a page's HTML, including the Brotli variant and partly used disk blocks
 * (docs/operate/scale.md).
 */
const DISK_PER_BYTE = 1.6;

/**
 * Checks the space for new releases next to the live ones, a backup of the databases, and a second checkout with its
 * packages.
 */
export async function roomFinding(
  state: string,
  live: readonly LivePages[],
  needs: { readonly backup: number; readonly checkout: number },
): Promise<Finding> {
  const { bavail, bsize } = await statfs(state);
  const releases = live.reduce((sum, { bytes }) => sum + bytes * DISK_PER_BYTE, 0);
  const needed = releases + needs.backup + needs.checkout;
  const free = bavail * bsize;
  const message = `${mib(free)} are free at ${state}. New releases take up to ${mib(releases)}, a backup ${mib(needs.backup)}, a second checkout ${mib(needs.checkout)}.`;
  return { level: free > needed ? 'good' : 'stop', subject: 'disk', message };
}

const mib = (bytes: number) => `${Math.ceil(bytes / 2 ** 20)} MiB`;
