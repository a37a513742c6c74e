import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError, messageOf } from '#src/lib/errors.ts';
import { ensureChromium } from '../testing/chromium.ts';
import { logStep, median } from './rebuild/measure.ts';
import { inWorkspace, type Workspace } from './rebuild/workspace.ts';
import { atLeast, type Bench, type BenchOptions, type BenchRow, machine, rowWithoutPeer } from './report.ts';
import { startGeneratedTls } from './serve/generated.ts';
import { startSite } from './serve/site.ts';
import { findPages, readPage, type SitePages } from './site-pages.ts';

/** The package of Lighthouse. It is installed only for this bench, because it has 114 dependencies. */
const PACKAGE = 'lighthouse@13.5.0';
const BOOKS = 120;
const RUNS = { whole: 5, quick: 1 };

type Kind = keyof SitePages;

/** Goals for a kind of page, in addition to those for all kinds. */
interface Goals {
  /** Maximum time of the largest contentful paint, in ms. */
  readonly largestPaint?: number;
  /** Minimum SEO score; undefined for search and error pages, which are `noindex`. */
  readonly seo?: number;
}

const KINDS: Readonly<Record<Kind, Goals>> = {
  home: { seo: 100 },
  listing: { largestPaint: 1300, seo: 100 },
  novel: { seo: 100 },
  chapter: { largestPaint: 1000, seo: 100 },
  search: {},
  notFound: {},
};
const MIN_SCORES = { performance: 99, accessibility: 100, bestPractices: 100 } as const;
const MAX_FIGURES = { blocking: 50, longestTask: 50, shift: 0.01 } as const;

/** Results of one Lighthouse run: scores from 0 to 100, milliseconds, and the layout shift. */
export interface Verdict {
  readonly performance: number;
  readonly accessibility: number;
  readonly bestPractices: number;
  readonly seo: number;
  readonly largestPaint: number;
  readonly blocking: number;
  /** Duration of the main thread's longest task, in ms; 0 if no task took 50 ms. */
  readonly longestTask: number;
  readonly shift: number;
  /** Suggested improvements, with their figures. */
  readonly remarks: readonly string[];
}

/**
 * Runs Lighthouse with its own mobile settings (a phone's screen, slow 4G, a quarter of the processor speed) on each
 * kind of page. The release is served by nginx, as on operators' machines.
 */
export async function benchLighthouse(
  rounds: number,
  _files: readonly string[],
  options: BenchOptions,
): Promise<Bench> {
  const runs = runsOf(options.runs, rounds === 1 ? RUNS.quick : RUNS.whole);
  return inWorkspace(async (workspace) => {
    const program = await install(workspace);
    await using ending = new AsyncDisposableStack();
    const state = join(workspace.folder, 'state');
    const site = await startSite(state, BOOKS);
    ending.defer(site.close);
    const paths = await findPages(site.origin);
    const web = await startGeneratedTls(join(workspace.folder, 'nginx'), state, site.origin);
    ending.defer(web.close);
    const rows: BenchRow[] = [];
    for (const [kind, goals] of Object.entries(KINDS) as [Kind, Goals][]) {
      // Requests the page first, because only the very first visitor of a page gets it uncached.
      if (kind !== 'notFound') await readPage(site.origin + paths[kind]);
      const verdicts: Verdict[] = [];
      for (let run = 0; run < runs; run += 1) verdicts.push(await visit(workspace, program, web.origin + paths[kind]));
      for (const remark of new Set(verdicts.flatMap(({ remarks }) => remarks))) logStep(`${kind}: ${remark}`);
      rows.push(...rowsOf(kind, goals, verdicts));
    }
    return { name: `lighthouse, median of ${runs}`, machine: machine(), rows };
  });
}

function runsOf(option: string | undefined, usual: number): number {
  if (option === undefined) return usual;
  if (/^[1-9]\d?$/.test(option)) return Number(option);
  throw new ConfigError(`--runs is ${option}. Give a number from 1 to 99.`);
}

async function install(workspace: Workspace): Promise<string> {
  logStep(`installing ${PACKAGE}`);
  const args = ['install', '--prefix', workspace.folder, '--no-audit', '--no-fund', '--ignore-scripts', PACKAGE];
  await workspace.run({ program: 'npm', args, cwd: workspace.folder });
  return join(workspace.folder, 'node_modules/lighthouse/cli/index.js');
}

/** Maximum number of runs, because Lighthouse sometimes records no trace. */
const MAX_TRIES = 3;

async function visit(workspace: Workspace, program: string, address: string): Promise<Verdict> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await tryToVisit(workspace, program, address);
    } catch (error) {
      if (tries === MAX_TRIES) throw error;
      logStep(`once more: ${messageOf(error).split('\n').at(-1)}`);
    }
  }
}

async function tryToVisit(workspace: Workspace, program: string, address: string): Promise<Verdict> {
  const report = join(workspace.folder, 'report.json');
  const categories = 'performance,accessibility,best-practices,seo';
  const flags = ['--output=json', `--output-path=${report}`, '--quiet', '--ignore-status-code'];
  await workspace.run({
    program: process.execPath,
    args: [
      program,
      address,
      ...flags,
      `--only-categories=${categories}`,
      '--chrome-flags=--headless=new --no-sandbox --ignore-certificate-errors',
    ],
    env: { CHROME_PATH: await ensureChromium() },
  });
  return verdictOf(JSON.parse(await readFile(report, 'utf8')));
}

/**
 * The parts of Lighthouse's report that we use
 * (https://github.com/GoogleChrome/lighthouse/blob/main/docs/understanding-results.md).
 */
export interface LighthouseReport {
  readonly categories: Readonly<
    Record<string, { readonly score: number | null; readonly auditRefs: readonly { readonly id: string }[] }>
  >;
  readonly audits: Readonly<
    Record<
      string,
      {
        readonly title: string;
        readonly score: number | null;
        readonly numericValue?: number;
        readonly displayValue?: string;
        readonly details?: { readonly items?: readonly { readonly duration?: number }[] };
      }
    >
  >;
}

export function verdictOf({ categories, audits }: LighthouseReport): Verdict {
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100);
  const figure = (name: string) => audits[name]?.numericValue ?? Number.POSITIVE_INFINITY;
  const failed = Object.values(categories)
    .flatMap(({ auditRefs }) => auditRefs.map(({ id }) => audits[id]))
    .filter((audit) => audit !== undefined && audit.score !== null && audit.score < 0.9);
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
    largestPaint: figure('largest-contentful-paint'),
    blocking: figure('total-blocking-time'),
    longestTask: longestOf(audits['long-tasks']?.details?.items),
    shift: figure('cumulative-layout-shift'),
    remarks: failed.map((audit) => [audit?.title, audit?.displayValue].filter(Boolean).join(': ')),
  };
}

const longestOf = (tasks: readonly { readonly duration?: number }[] | undefined): number =>
  tasks === undefined ? Number.POSITIVE_INFINITY : Math.max(0, ...tasks.map(({ duration = 0 }) => duration));

export function rowsOf(kind: string, goals: Goals, verdicts: readonly Verdict[]): BenchRow[] {
  const of = (name: Exclude<keyof Verdict, 'remarks'>) => median(verdicts.map((verdict) => verdict[name]));
  return [
    atLeast(`${kind}: performance`, of('performance'), '', MIN_SCORES.performance),
    atLeast(`${kind}: accessibility`, of('accessibility'), '', MIN_SCORES.accessibility),
    atLeast(`${kind}: best practices`, of('bestPractices'), '', MIN_SCORES.bestPractices),
    goals.seo === undefined
      ? rowWithoutPeer(`${kind}: SEO`, of('seo'), '')
      : atLeast(`${kind}: SEO`, of('seo'), '', goals.seo),
    rowWithoutPeer(`${kind}: LCP`, of('largestPaint'), 'ms', goals.largestPaint),
    rowWithoutPeer(`${kind}: TBT`, of('blocking'), 'ms', MAX_FIGURES.blocking),
    rowWithoutPeer(`${kind}: longest task`, of('longestTask'), 'ms', MAX_FIGURES.longestTask),
    rowWithoutPeer(`${kind}: CLS`, of('shift'), '', MAX_FIGURES.shift),
  ];
}
