import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { LecternError } from '#src/lib/errors.ts';
import { openRelease } from '#src/release/index.ts';
import { type Bench, type BenchRow, lessIsBetter, lone, machine, moreIsBetter } from '../report.ts';
import { ask, assertSame, extraHeaders, GZIP } from './answers.ts';
import { type Nginx, startNginx } from './nginx.ts';
import { type RunningSite, releaseFolder, startFront } from './site.ts';
import { assertTools } from './tools.ts';
import { cpuOf, peakOf } from './usage.ts';
import { createLoader, type Loader } from './wrk.ts';

const BOOKS = 300;
const MOST_PAGES = 1000;
const MOST_NOVELS = 50;
const LEAST_STATIC = 0.5;
const LEAST_CACHED = 0.4;
const MOST_MB = 300;
const WARM_UP_SECONDS = 8;
const SECONDS = { whole: 6, quick: 3 };

/** Prerendered pages and cached novel pages of the front's process beside one nginx worker with the same bytes. */
export async function benchServe(rounds: number): Promise<Bench> {
  await assertTools();
  const folder = await mkdtemp(join(tmpdir(), 'lectern-bench-'));
  try {
    const load = await createLoader(folder);
    await using ending = new AsyncDisposableStack();
    const state = join(folder, 'state');
    const site = await startFront(state, BOOKS);
    ending.defer(site.close);
    const pages = await releasedPages(state);
    const novels = await novelPaths(state, pages);
    const nginx = await startPeer(folder, site.origin, { pages, novels });
    ending.defer(nginx.close);
    const measure = { site, nginx, load, rounds, seconds: rounds === 1 ? SECONDS.quick : SECONDS.whole };
    const rows = [
      ...(await compare('static', pages, LEAST_STATIC, measure)),
      ...(await compare('ssr-cached', novels, LEAST_CACHED, measure)),
      lone('serve/memory', await peakOf(site.pid), 'MB', MOST_MB),
    ];
    return { name: 'serve', machine: machine(), rows };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Pages whose address is the name of their file. */
async function releasedPages(state: string): Promise<string[]> {
  const release = openRelease(releaseFolder(state));
  const pages = [...release.pages()].filter(({ path, file }) => `/${file}` === `${path}.html`);
  release.close();
  return some(
    pages.map(({ path }) => path).filter((path) => !/^\/[45]\d\d$/.test(path)),
    MOST_PAGES,
  );
}

/** Novel pages that are rendered on request, as the prerendered pages name them. */
async function novelPaths(state: string, pages: readonly string[]): Promise<string[]> {
  const html = await Promise.all(pages.map((path) => readFile(join(releaseFolder(state), `site${path}.html`), 'utf8')));
  const linked = html.flatMap((page) => [...page.matchAll(/href="(\/novel\/[a-zA-Z0-9/_-]+)"/g)].map(([, to]) => to));
  const novels = [...new Set(linked)].filter((path) => path !== undefined).filter((path) => !pages.includes(path));
  return some(novels.toSorted(), MOST_NOVELS);
}

/** At most so many of them, evenly spread. */
function some(all: readonly string[], most: number): string[] {
  if (all.length < 20) throw new LecternError('BENCH', `There are only ${all.length} pages to ask for.`);
  const step = Math.max(all.length / most, 1);
  return Array.from({ length: Math.min(most, all.length) }, (_none, index) => all[Math.floor(index * step)] ?? '');
}

interface Served {
  readonly pages: readonly string[];
  readonly novels: readonly string[];
}

/** nginx over files of what the front has just answered, compressed beforehand. */
async function startPeer(folder: string, origin: string, { pages, novels }: Served): Promise<Nginx> {
  const root = join(folder, 'answers');
  for (const path of [...pages, ...novels]) {
    const file = join(root, `${path}.html`);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, (await ask(origin, path, { 'accept-encoding': 'identity' })).body);
    await writeFile(`${file}.gz`, (await ask(origin, path, GZIP)).body);
  }
  const headersOf = async (path = '') => extraHeaders(await ask(origin, path, GZIP));
  const nginx = await startNginx(join(folder, 'nginx'), [
    { prefix: '/', root, headers: await headersOf(pages[0]) },
    { prefix: '/novel/', root, headers: await headersOf(novels[0]) },
  ]);
  try {
    await assertSame(origin, nginx.origin, [...pages, ...novels]);
  } catch (error) {
    await nginx.close();
    throw error;
  }
  return nginx;
}

interface Measure {
  readonly site: RunningSite;
  readonly nginx: Nginx;
  readonly load: Loader;
  readonly rounds: number;
  readonly seconds: number;
}

/** Turn and turn about, so that whatever else runs on this machine meets both alike. */
async function compare(what: string, paths: readonly string[], least: number, of: Measure): Promise<BenchRow[]> {
  const { site, nginx, rounds } = of;
  const ours: Sample[] = [];
  const peer: Sample[] = [];
  // Node compiles what runs often, and compiles it anew for what it has not met before.
  await of.load(site.origin, paths, WARM_UP_SECONDS);
  await of.load(nginx.origin, paths, 1);
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await sample(site, paths, of));
    peer.push(await sample(nginx, paths, of));
  }
  const figureOf = (samples: readonly Sample[], figure: keyof Sample) => median(samples.map((one) => one[figure]));
  return [
    moreIsBetter(`serve/${what}`, figureOf(ours, 'perSecond'), figureOf(peer, 'perSecond'), 'req/s', least),
    lessIsBetter(`serve/${what}, processor time`, figureOf(ours, 'cpuUs'), figureOf(peer, 'cpuUs'), 'µs/req'),
  ];
}

interface Sample {
  readonly perSecond: number;
  /** For each request. */
  readonly cpuUs: number;
}

async function sample(
  { origin, pid }: { readonly origin: string; readonly pid: number },
  paths: readonly string[],
  { load, seconds: wanted }: Measure,
): Promise<Sample> {
  const before = await cpuOf(pid);
  const { requests, seconds } = await load(origin, paths, wanted);
  return { perSecond: requests / seconds, cpuUs: ((await cpuOf(pid)) - before) / requests };
}

const median = (values: readonly number[]) => values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;
