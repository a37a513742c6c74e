import { join } from 'node:path';
import { brandById, loadBrands } from '#src/brand/registry.ts';
import { getConfig } from '#src/lib/config.ts';
import { ConfigError } from '#src/lib/errors.ts';
import { lossLines } from '#src/lib/losses.ts';
import { acquireLock } from '#src/rebuild/lock.ts';
import { diffReleases, type ListedRelease, listReleases, type ReleaseDiff, rollback } from '#src/release/index.ts';
import { renewProxyConfig } from './proxy-renewal.ts';

interface ReleasesArguments {
  readonly brand: string | undefined;
  readonly action: string;
  readonly ids: readonly string[];
  readonly json: boolean;
}

/** Lists a brand's releases, compares two, or rolls back. @returns what to print */
export async function releasesOf({ brand: id, action, ids, json }: ReleasesArguments): Promise<string> {
  if (id === undefined) throw new ConfigError('Say which brand: --brand ID.');
  const config = getConfig(process.env);
  const { brands, state } = config;
  const folder = join(state, brandById(await loadBrands(brands), id).id);
  const [from, to] = ids;
  if (action === 'diff' && from !== undefined && to !== undefined && ids.length === 2)
    return print(diffReleases(folder, from, to), diffText, json);
  if (ids.length > 0) throw new ConfigError('Use: list, rollback, or diff A B.');
  if (action === 'rollback') {
    await rollbackLocked(folder, id);
    await renewProxyConfig(config);
  } else if (action !== 'list')
    throw new ConfigError(`There is no action "${action}". Use: list, rollback, or diff A B.`);
  return print(listReleases(folder), listText, json);
}

async function rollbackLocked(folder: string, brand: string): Promise<void> {
  const lock = acquireLock(folder, brand);
  try {
    await rollback(folder);
  } finally {
    lock.release();
  }
}

const print = <T>(value: T, text: (value: T) => string, json: boolean) =>
  `${json ? JSON.stringify(value) : text(value)}\n`;

function listText(releases: readonly ListedRelease[]): string {
  if (releases.length === 0) return 'There is no release yet. Make one with: npm run rebuild -- --brand ID';
  return releases.flatMap(releaseLines).join('\n');
}

function releaseLines({ release, live, created, pages, bytes, accepted, losses = [] }: ListedRelease): string[] {
  const line = `${live ? '*' : ' '} ${release}  ${created}  ${pages} pages, ${(bytes / 2 ** 20).toFixed(1)} MiB`;
  const left = lossLines(losses).map((one) => `    left out: ${one}`);
  if (!accepted) return [line, ...left];
  return [line, ...left, `    accepted: ${accepted.reason}`, ...accepted.findings.map((finding) => `      ${finding}`)];
}

const MARKS = { added: '+', changed: '~', removed: '-' } as const;

const marked = (kind: keyof typeof MARKS, names: readonly string[]) => names.map((name) => `${MARKS[kind]} ${name}`);

const diffText = (diff: ReleaseDiff) =>
  [
    ...(['added', 'changed', 'removed'] as const).flatMap((kind) => marked(kind, diff[kind])),
    ...(['added', 'changed', 'removed'] as const).flatMap((kind) => marked(kind, diff.assets[kind])),
    `files: ${diff.assets.added.length} added, ${diff.assets.changed.length} changed, ${diff.assets.removed.length} removed`,
    `${diff.added.length} added, ${diff.changed.length} changed, ${diff.removed.length} removed`,
  ].join('\n');
