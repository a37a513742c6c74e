import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { LecternError } from '#src/lib/errors.ts';
import { openRelease } from '#src/publish/release/index.ts';
import { atLeast, type Bench, type BenchRow, machine, moreIsBetter } from '../report.ts';
import { ask, assertSame, BROWSER, extraHeaders } from './answers.ts';
import { startGenerated } from './generated.ts';
import { bareFiles, type Nginx, startNginx } from './nginx.ts';
import { releaseFolder, startSite } from './site.ts';
import { assertTools } from './tools.ts';
import { createLoader, type Loader } from './wrk.ts';

const BOOKS = 300;
const MAX_PAGES = 1000;
const MAX_NOVELS = 50;
const MIN_FILES_RATIO = 0.95;
const MIN_CACHED_RATIO = 0.9;
const MIN_REQUESTS_PER_SECOND = 10_000;
const WARM_UP_SECONDS = 8;
const SECONDS = { whole: 6, quick: 3 };

/**
 * Compares an nginx worker that has the generated configuration with one that serves plain files, for pages in a
 * release and for pages rendered on request. Also measures our server alone.
 */
export async function benchServe(rounds: number): Promise<Bench> {
  await assertTools();
  const folder = await mkdtemp(join(tmpdir(), 'lectern-bench-'));
  try {
    await using ending = new AsyncDisposableStack();
    const state = join(folder, 'state');
    const site = await startSite(state, BOOKS);
    ending.defer(site.close);
    const pages = await releasedPages(state);
    const novels = await novelPaths(state, pages);
    const ours = await startGenerated(join(folder, 'generated'), state, site.origin);
    ending.defer(ours.close);
    const bare = await startBare(folder, site.origin, { state, pages, novels });
    ending.defer(bare.close);
    await assertSame(ours.origin, bare.origin, [...pages, ...novels]);
    const load = await createLoader(folder);
    const measure = { ours, bare, load, rounds, seconds: rounds === 1 ? SECONDS.quick : SECONDS.whole };
    const rows = [
      await compare('serve/nginx, files', pages, MIN_FILES_RATIO, measure),
      await compare('serve/nginx, cached pages', novels, MIN_CACHED_RATIO, measure),
      await alone('serve/our server alone', site.origin, pages, measure),
    ];
    return { name: 'serve', machine: machine(), rows };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Pages of the release whose path equals their file name. */
async function releasedPages(state: string): Promise<string[]> {
  const release = openRelease(releaseFolder(state));
  const pages = [...release.pages()].filter(({ path, file }) => `/${file}` === `${path}.html`);
  release.close();
  return selectEvenly(
    pages.map(({ path }) => path).filter((path) => !/^\/[45]\d\d$/.test(path)),
    MAX_PAGES,
  );
}

/** Paths of novel pages that are rendered on request, found in links on the prerendered pages. */
async function novelPaths(state: string, pages: readonly string[]): Promise<string[]> {
  const html = await Promise.all(pages.map((path) => readFile(join(releaseFolder(state), `site${path}.html`), 'utf8')));
  const linked = html.flatMap((page) => [...page.matchAll(/href="(\/novel\/[a-zA-Z0-9/_-]+)"/g)].map(([, to]) => to));
  const novels = [...new Set(linked)].filter((path) => path !== undefined).filter((path) => !pages.includes(path));
  return selectEvenly(novels.toSorted(), MAX_NOVELS);
}

/** Selects at most `maxItems` of the paths, evenly spread. */
function selectEvenly(all: readonly string[], maxItems: number): string[] {
  if (all.length < 20) throw new LecternError('BENCH', `There are only ${all.length} pages to request.`);
  const step = Math.max(all.length / maxItems, 1);
  return Array.from({ length: Math.min(maxItems, all.length) }, (_, index) => all[Math.floor(index * step)] ?? '');
}

interface Served {
  readonly state: string;
  readonly pages: readonly string[];
  readonly novels: readonly string[];
}

/** Starts nginx with two document roots: the release's files, and saved copies of pages that our server rendered. */
async function startBare(folder: string, origin: string, { state, pages, novels }: Served): Promise<Nginx> {
  const root = join(folder, 'answers');
  for (const path of novels) {
    const file = join(root, `${path}.html`);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, (await ask(origin, path, { 'accept-encoding': 'identity' })).body);
    await writeFile(`${file}.br`, (await ask(origin, path, BROWSER)).body);
  }
  const headersOf = async (path = '') => extraHeaders(await ask(origin, path, BROWSER));
  const parts = [
    { prefix: '/', root: join(releaseFolder(state), 'site'), headers: await headersOf(pages[0]) },
    { prefix: '/novel/', root, headers: await headersOf(novels[0]) },
  ];
  return startNginx(join(folder, 'bare'), (port) => bareFiles(port, parts));
}

interface Measure {
  readonly ours: Nginx;
  readonly bare: Nginx;
  readonly load: Loader;
  readonly rounds: number;
  readonly seconds: number;
}

/** Measures both servers in turn, so that other load on this machine affects them equally. */
async function compare(what: string, paths: readonly string[], minRatio: number, of: Measure): Promise<BenchRow> {
  const figures: { ours: number[]; bare: number[] } = { ours: [], bare: [] };
  for (const { origin } of [of.ours, of.bare]) await of.load(origin, paths, 1);
  for (let round = 0; round < of.rounds; round += 1) {
    figures.ours.push(await perSecond(of.ours.origin, paths, of));
    figures.bare.push(await perSecond(of.bare.origin, paths, of));
  }
  return moreIsBetter(what, median(figures.ours), median(figures.bare), 'req/s', minRatio);
}

async function alone(what: string, origin: string, paths: readonly string[], of: Measure): Promise<BenchRow> {
  // Warms the server up first: Node optimizes hot code, and optimizes it again for new types.
  await of.load(origin, paths, WARM_UP_SECONDS);
  const figures: number[] = [];
  for (let round = 0; round < of.rounds; round += 1) figures.push(await perSecond(origin, paths, of));
  return atLeast(what, median(figures), 'req/s', MIN_REQUESTS_PER_SECOND);
}

async function perSecond(
  origin: string,
  paths: readonly string[],
  { load, seconds: duration }: Measure,
): Promise<number> {
  const { requests, seconds } = await load(origin, paths, duration);
  return requests / seconds;
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
