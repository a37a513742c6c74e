import { join } from 'node:path';
import { ROOT } from '#src/commands/run-script.ts';
import { type BenchRow, lessIsBetter, moreIsBetter } from '../report.ts';
import { astroPeer } from './astro.ts';
import { ensureHugo, writeHugoSite } from './hugo.ts';
import { type LecternBench, type RebuildRun, startLectern } from './lectern.ts';
import { readPeerData } from './listings.ts';
import { logStep, median } from './measure.ts';
import { buildNext, installNext, NEXT_ADDS, writeNextSite } from './next.ts';
import { assertCount, assertSamePages, liveFolder, type PeerPages } from './same-release.ts';
import { moveAside, type ProcessResult, type Workspace } from './workspace.ts';

/** Another site generator that builds the same pages. */
interface Peer extends PeerPages {
  /** Minimum factor by which Lectern must be faster than the peer. */
  readonly least: number;
  clean(): Promise<void>;
  build(): Promise<ProcessResult>;
  /** A build of few or no pages, to measure the fixed time of every build; undefined if nothing is bundled. */
  readonly few?: { readonly count: number; build(): Promise<ProcessResult> };
}

interface Measured {
  readonly plain: ProcessResult;
  /** The run that compresses the peer's pages as Lectern compresses its own. */
  readonly compression: ProcessResult;
  /** Pages per second, not counting the fixed time of a build; undefined if that time is unknown. */
  readonly rateBeyond: number | undefined;
}

export interface FullOptions {
  readonly pages: number;
  readonly rounds: number;
  /** Whether to compare with Next.js too. It is installed from npm. */
  readonly next: boolean;
}

/** Renders everything with Lectern and each peer in turn, and compares pages per second. */
export async function fullRows(workspace: Workspace, { pages, rounds, next }: FullOptions): Promise<BenchRow[]> {
  const hugo = await ensureHugo();
  const lectern = await startLectern(workspace, pages);
  try {
    logStep('first rebuild, which the pages of the peers are made from');
    const { total } = (await lectern.rebuild()).report.pages;
    const peers = [await hugoPeer(workspace, lectern, hugo), astroPages(workspace, lectern, total)];
    if (next) peers.push(await nextPeer(workspace, lectern));
    const runs: RebuildRun[] = [];
    const measured = new Map<Peer, Measured[]>(peers.map((peer) => [peer, []]));
    for (let round = 1; round <= rounds; round += 1) {
      await lectern.reset();
      runs.push(await lectern.rebuild());
      for (const peer of peers) {
        measured.get(peer)?.push(await measure(workspace, lectern, peer));
      }
    }
    return peers.flatMap((peer) => rowsOf(peer, runs, measured.get(peer) ?? []));
  } finally {
    await lectern.close();
  }
}

async function hugoPeer(workspace: Workspace, lectern: LecternBench, program: string): Promise<Peer> {
  logStep('writing the same pages for Hugo');
  const folder = join(workspace.folder, 'hugo');
  const data = readPeerData(liveFolder(lectern));
  await writeHugoSite(folder, data);
  const pages = join(folder, 'public');
  return {
    name: 'hugo',
    count: data.count,
    pages,
    least: 2,
    clean: () => moveAside(pages),
    build: () => workspace.run({ program, args: ['--source', folder, '--destination', pages, '--quiet'] }),
  };
}

function astroPages(workspace: Workspace, lectern: LecternBench, count: number): Peer {
  const { pages, clean, build } = astroPeer(workspace, lectern.state);
  return {
    name: 'astro',
    count,
    least: 2,
    pages,
    clean,
    build: () => build(),
    few: { count: 0, build: () => build('') },
  };
}

const NEXT_PAGES = 2_000;
/** Number of pages for which Next.js starts its workers. */
const NEXT_SMALL_PAGES = 60;

async function nextPeer(workspace: Workspace, lectern: LecternBench): Promise<Peer> {
  logStep('writing the same pages for Next.js');
  const folder = join(workspace.folder, 'next');
  const data = readPeerData(liveFolder(lectern), NEXT_PAGES);
  await writeNextSite(folder, data);
  await installNext(workspace, folder);
  const pages = join(folder, 'out');
  return {
    name: 'next',
    count: data.count,
    pages,
    added: NEXT_ADDS,
    least: 25,
    clean: async () => {
      await moveAside(pages);
      await moveAside(join(folder, '.next'));
    },
    build: () => buildNext(workspace, folder),
    few: { count: NEXT_SMALL_PAGES, build: () => buildNext(workspace, folder, NEXT_SMALL_PAGES) },
  };
}

async function measure(workspace: Workspace, lectern: LecternBench, peer: Peer): Promise<Measured> {
  await peer.clean();
  const plain = await peer.build();
  const args = [join(ROOT, 'scripts/bench/rebuild/compress.ts'), peer.pages];
  const compression = await workspace.run({ program: process.execPath, args, cwd: ROOT });
  logStep(
    `${peer.name}: ${peer.count} pages in ${plain.seconds.toFixed(1)} s, compressed in ${compression.seconds.toFixed(1)} s`,
  );
  assertSamePages(lectern, peer);
  return { plain, compression, rateBeyond: await measureBeyond(peer, plain) };
}

async function measureBeyond(peer: Peer, { seconds }: ProcessResult): Promise<number | undefined> {
  const { name, count, few } = peer;
  if (!few) return undefined;
  await peer.clean();
  const once = await few.build();
  // Without a brand, Astro writes one line for each page that has a fixed path.
  if (few.count > 0) assertCount({ ...peer, count: few.count });
  logStep(`${name}: ${few.count} pages in ${once.seconds.toFixed(1)} s`);
  return rateBeyond({ count: few.count, seconds: once.seconds }, { count, seconds });
}

interface Build {
  readonly count: number;
  readonly seconds: number;
}

/**
 * Pages per second for the pages that the larger build has in addition to the smaller one. The fixed time is part of
 * both builds and cancels out. The result is undefined if the larger build was not slower.
 */
export function rateBeyond(few: Build, all: Build): number | undefined {
  const seconds = all.seconds - few.seconds;
  return seconds > 0 && all.count > few.count ? (all.count - few.count) / seconds : undefined;
}

function rowsOf({ name, count, least }: Peer, runs: readonly RebuildRun[], peer: readonly Measured[]): BenchRow[] {
  const rendered = median(runs.map((run) => totalOf(run) / (run.reports[0]?.seconds.render ?? 0)));
  const pagesPerSecond = median(runs.map((run) => totalOf(run) / run.seconds));
  const plain = median(peer.map((one) => count / one.plain.seconds));
  const ready = median(peer.map((one) => count / (one.plain.seconds + one.compression.seconds)));
  const beyond = peer.flatMap((one) => one.rateBeyond ?? []);
  const cpu = median(runs.map((run) => (run.cpuSeconds * 1000) / totalOf(run)));
  const peerCpu = median(peer.map((one) => ((one.plain.cpuSeconds + one.compression.cpuSeconds) * 1000) / count));
  return [
    moreIsBetter(`full/${name}`, rendered, plain, 'pages/s', least),
    ...(beyond.length > 0
      ? [moreIsBetter(`full/${name}, the peer's bundling subtracted`, rendered, median(beyond), 'pages/s')]
      : []),
    moreIsBetter(`full/${name}+compress`, rendered, ready, 'pages/s'),
    moreIsBetter(`full/${name}, ours sync to switch`, pagesPerSecond, plain, 'pages/s'),
    lessIsBetter(`full/${name}+compress, processor time, ours sync to switch`, cpu, peerCpu, 'ms/page'),
    lessIsBetter(`full/${name}, memory`, peakOf(runs), peakOf(peer.map((one) => one.plain)), 'MiB'),
  ];
}

const totalOf = ({ reports }: RebuildRun) => reports.reduce((sum, { pages }) => sum + pages.total, 0);
const peakOf = (runs: readonly { readonly peakMiB: number }[]) => Math.max(...runs.map(({ peakMiB }) => peakMiB));
