import { ConfigError } from '#src/lib/errors.ts';
import { type Bench, type BenchOptions, type BenchRow, machine } from '../report.ts';
import { brandRows } from './brands.ts';
import { curveRows, curveSizes } from './curve.ts';
import { fullRows } from './full.ts';
import { nightRows } from './night.ts';
import { pageRows } from './page.ts';
import { syncRows } from './sync.ts';
import { inWorkspace, type Workspace } from './workspace.ts';

interface Options {
  readonly rounds: number;
  readonly quick: boolean;
  /** Number of pages in the catalogue. If it is undefined, each part of the bench uses its own default. */
  readonly pages: number | undefined;
  readonly next: boolean;
}

const QUICK_PAGES = 5_000;
const FULL_PAGES = 20_000;
const NIGHT_PAGES = 100_000;

const PARTS: Readonly<Record<string, (workspace: Workspace, options: Options) => Promise<BenchRow[]>>> = {
  full: (workspace, { pages, quick, rounds, next }) =>
    fullRows(workspace, { pages: pages ?? (quick ? QUICK_PAGES : FULL_PAGES), rounds, next }),
  night: (workspace, { pages, quick, rounds }) =>
    nightRows(workspace, { pages: pages ?? (quick ? QUICK_PAGES : NIGHT_PAGES), rounds }),
  page: (workspace, { pages, rounds }) => pageRows(workspace, { pages, rounds }),
  brands: (workspace, { pages }) => brandRows(workspace, pages),
  sync: (workspace, { pages, quick }) => syncRows(workspace, pages ?? (quick ? QUICK_PAGES : undefined)),
  curve: (workspace, { pages, quick }) => curveRows(workspace, curveSizes(pages, quick)),
};

/** Compares the nightly rebuild with static site generators (docs/develop/bench-rebuild.md). */
export async function benchRebuild(rounds: number, _files: readonly string[], given: BenchOptions): Promise<Bench> {
  const { only, quick } = given;
  if (only !== undefined && !Object.hasOwn(PARTS, only))
    throw new ConfigError(`--only is "${only}". Give one of ${Object.keys(PARTS).join(', ')}.`);
  const options = { rounds, quick, pages: countOf(given.pages), next: given.next || !quick };
  const rows: BenchRow[] = [];
  for (const [name, part] of Object.entries(PARTS)) {
    if (only === undefined || only === name) rows.push(...(await inWorkspace((workspace) => part(workspace, options))));
  }
  return { name: 'rebuild', machine: machine(), rows };
}

function countOf(pages: string | undefined): number | undefined {
  if (pages === undefined) return undefined;
  if (/^\d{3,7}$/.test(pages)) return Number(pages);
  throw new ConfigError(`--pages is "${pages}". Give a whole number from 100 to 9999999.`);
}
