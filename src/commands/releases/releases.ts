import { basename, join } from 'node:path';
import { type Brand, brandById, readBrands } from '#src/brand/registry.ts';
import { type Config, getConfig } from '#src/config/config.ts';
import { ConfigError, EXIT } from '#src/lib/errors.ts';
import { counted } from '#src/lib/text.ts';
import { acquireLock } from '#src/publish/rebuild/lock.ts';
import {
  diffReleases,
  type ListedRelease,
  listReleases,
  type Recompression,
  type ReleaseDiff,
  type RollbackOptions,
  readRecompression,
  rollback,
} from '#src/publish/release/index.ts';
import { lossLines } from '#src/publish/snapshot/losses.ts';
import { reportBroken } from '../brand/broken-brands.ts';
import { renewProxyConfig } from '../site/proxy-renewal.ts';
import { compressBrands, compressedText, recompressionText } from './compress.ts';
import { isStoreAction, publishToStore, storeAction, storeText } from './release-store.ts';
import { type VerifiedBrand, type VerifyOptions, verifyBrand, verifyText } from './release-verify.ts';

interface ReleasesArguments {
  readonly brand: string | undefined;
  readonly action: string;
  readonly ids: readonly string[];
  readonly sample: string | undefined;
  readonly idle?: boolean;
  readonly json: boolean;
}

/** The text to print and the exit code. */
interface Output {
  readonly text: string;
  readonly code: number;
}

/** How many release ids each action accepts. */
const TAKES: Readonly<Record<string, readonly number[]>> = {
  list: [0],
  diff: [2],
  verify: [0, 1],
  rollback: [0, 1],
  compress: [0],
  push: [0],
  pull: [0],
  follow: [0],
  sweep: [0],
};
const USE =
  'Use: list, diff A B, verify, verify RELEASE, rollback, rollback RELEASE, compress, push, pull, follow, or sweep.';

/** Actions that apply to all brands if `--brand` is missing. */
const isForAll = (action: string) => action === 'verify' || action === 'compress' || isStoreAction(action);

/**
 * Runs an action of `npm run releases`: lists, compares, verifies or compresses releases, rolls back, or uses the release
 * store.
 */
export async function releasesOf(args: ReleasesArguments): Promise<Output> {
  const { brand: id, action, ids, json } = args;
  const takes = Object.hasOwn(TAKES, action) ? TAKES[action] : undefined;
  if (!takes) throw new ConfigError(`Unknown action "${action}". ${USE}`);
  const sample = sampleOf(args);
  if (id === undefined && (!isForAll(action) || ids.length > 0))
    throw new ConfigError('--brand ID is missing. Give the id of a brand.');
  if (!takes.includes(ids.length)) throw new ConfigError(USE);
  const config = getConfig(process.env);
  const all = await readBrands(config);
  // Broken brands are included, because their releases can still be used.
  const chosen = id === undefined ? [...all.sound, ...all.broken] : [brandById(all, id)];
  const broken = id === undefined ? reportBroken(all) : EXIT.done;
  const [from, to] = ids;
  if (isStoreAction(action)) {
    const { reports, code } = await storeAction(config, chosen, action);
    return { text: print(reports, storeText, json), code: code || broken };
  }
  if (action === 'verify') {
    const { text, code } = await verify(chosen, { state: config.state, release: from, sample }, json);
    return { text, code: code || broken };
  }
  if (action === 'compress') {
    const { reports, code } = await compressBrands(config, chosen, { isIdle: args.idle === true });
    return { text: print(reports, compressedText, json), code: code || broken };
  }
  const folder = join(config.state, chosen[0]?.id ?? '');
  if (from !== undefined && to !== undefined) return doneOutput(print(diffReleases(folder, from, to), diffText, json));
  if (action === 'rollback') {
    await rollBackBrand(config, basename(folder), { to: from, sample });
  }
  return doneOutput(print(withRecompression(folder), listText, json));
}

const doneOutput = (text: string): Output => ({ text, code: EXIT.done });

/** Parses `--sample`. @throws ConfigError if it is not a number, or the action does not read pages */
function sampleOf({ sample, action }: ReleasesArguments): number | undefined {
  if (sample === undefined) return undefined;
  if (action !== 'verify' && action !== 'rollback') throw new ConfigError(`${action} takes no --sample.`);
  if (/^\d{1,9}$/.test(sample)) return Number(sample);
  throw new ConfigError(`--sample is ${sample}. Give a whole number of pages, such as 1000.`);
}

async function verify(brands: readonly Pick<Brand, 'id'>[], options: VerifyOptions, json: boolean): Promise<Output> {
  const verified: VerifiedBrand[] = [];
  for (const brand of brands) verified.push(await verifyBrand(brand, options));
  const code = verified.some(({ found }) => found > 0) ? EXIT.failure : EXIT.done;
  return { text: print(verified, (all) => all.map(verifyText).join('\n'), json), code };
}

/** Makes an earlier release of a brand live, on this machine and in the release store. */
export async function rollBackBrand(config: Config, brand: string, options: RollbackOptions): Promise<void> {
  const folder = join(config.state, brand);
  const lock = acquireLock(folder, brand);
  try {
    await rollback(folder, options);
  } finally {
    lock.release();
  }
  await renewProxyConfig(config);
  await publishToStore(config, brand);
}

const print = <T>(value: T, text: (value: T) => string, json: boolean) =>
  `${json ? JSON.stringify(value) : text(value)}\n`;

interface ListedHere extends ListedRelease {
  /** How far the pages are recompressed; only for the release that was live when they last were. */
  readonly recompression?: Recompression;
}

function withRecompression(folder: string): ListedHere[] {
  const recompression = readRecompression(folder);
  return listReleases(folder).map((listed) =>
    recompression?.release === listed.release ? { ...listed, recompression } : listed,
  );
}

function listText(releases: readonly ListedHere[]): string {
  if (releases.length === 0) return 'No release yet. Create one: npm run rebuild -- --brand ID';
  return releases.flatMap(releaseLines).join('\n');
}

function releaseLines({ recompression, ...listed }: ListedHere): string[] {
  const { release, live, created, pages, bytes, accepted, losses = [] } = listed;
  const line = `${live ? '*' : ' '} ${release}  ${created}  ${counted(pages, 'page')}, ${(bytes / 2 ** 20).toFixed(1)} MiB`;
  const lostLines = lossLines(losses).map((line) => `    left out: ${line}`);
  const compressed = recompression ? [`    compressed as well as possible: ${recompressionText(recompression)}`] : [];
  if (!accepted) return [line, ...compressed, ...lostLines];
  return [
    line,
    ...compressed,
    ...lostLines,
    `    accepted: ${accepted.reason}`,
    ...accepted.findings.map((finding) => `      ${finding}`),
  ];
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
