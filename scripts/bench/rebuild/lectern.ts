import { lstat, mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '#src/commands/run-script.ts';
import { LecternError } from '#src/lib/errors.ts';
import type { RebuildReport } from '#src/publish/rebuild/types.ts';
import { environmentFor } from '../../bootstrap/environment.mjs';
import { type Changes, changedBooks } from './catalogue-size.ts';
import { logStep } from './measure.ts';
import type { StepCost } from './page-cost.ts';
import { moveAside, type Workspace } from './workspace.ts';

/** A rebuild in a separate process. */
export interface RebuildRun {
  /** One report per brand. */
  readonly reports: readonly RebuildReport[];
  /** Elapsed time from the start to the end of the process. */
  readonly seconds: number;
  readonly peakMiB: number;
  readonly cpuSeconds: number;
}

export interface SingleBrandRun extends RebuildRun {
  readonly report: RebuildReport;
  /**
   * Elapsed time from the start of the process to the switch to the new release or, if nothing was published, to the
   * end of the process.
   */
  readonly secondsToSwitch: number;
}

/** A catalogue with about the requested number of pages, the API that serves it, and rebuilds of it. */
export interface LecternBench {
  readonly state: string;
  /** Origin of the API. */
  readonly upstream: string;
  /** Rebuilds the brand `BRAND`. */
  rebuild(args?: readonly string[]): Promise<SingleBrandRun>;
  rebuildAll(args: readonly string[]): Promise<RebuildRun>;
  /** Changes enough books to change about this share of the pages. */
  change(part: number): Promise<void>;
  /** Changes this number of books of each kind. */
  changeBooks(books: Changes): Promise<void>;
  /** Measures the cost of each step for `count` listing pages of the snapshot, in one process. */
  pageCost(count: number, rounds: number): Promise<readonly StepCost[]>;
  /** Removes all releases and the snapshot, so that the next rebuild is the first. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

/** The brand used in benches: one language, the default layout. */
export const BRAND = 'local';

/** Returns a command that starts a script in the same way as `npm run`. */
function node(command: string, args: readonly string[], env: NodeJS.ProcessEnv) {
  const script = join(ROOT, 'scripts', command);
  return {
    program: process.execPath,
    args: [script, ...args],
    cwd: ROOT,
    env: environmentFor(script, process.execPath, env),
  };
}

/** @param brands folder of the brands; default: the project's own */
export async function startLectern(workspace: Workspace, pages: number, brands?: string): Promise<LecternBench> {
  const state = join(workspace.folder, `state-${pages}`);
  const store = join(state, 'api');
  const env = {
    LECTERN_STATE: state,
    LECTERN_UPSTREAM: '',
    ...(brands === undefined ? {} : { LECTERN_BRANDS: brands }),
  };
  await shareBundle(workspace.folder, state);
  logStep(`making a catalogue for ${pages} pages`);
  await workspace.run(node('bench/rebuild/fill.ts', ['fill', store, String(pages)], env));
  await workspace.run(node('bundle.ts', [], env));
  const api = await workspace.serve(node('api.ts', ['--port', '0'], env));
  const withApi = { ...env, LECTERN_UPSTREAM: api.firstLine };
  let night = 0;

  async function rebuildAll(args: readonly string[]): Promise<RebuildRun> {
    const { output, ...run } = await workspace.run(node('rebuild.ts', [...args, '--json'], withApi));
    const reports: RebuildReport[] = output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    for (const { brand, seconds: stages, pages: counts, status } of reports) {
      logStep(`${brand}: ${status}, ${counts.rendered} of ${counts.total} pages rendered, ${JSON.stringify(stages)}`);
    }
    return { reports, ...run };
  }

  async function changeBooks({ popular, quiet }: Changes): Promise<void> {
    night += 1;
    const numbers = [pages, popular, quiet, night].map(String);
    await workspace.run(node('bench/rebuild/fill.ts', ['change', store, ...numbers], env));
  }

  return {
    state,
    upstream: api.firstLine,
    rebuildAll,
    async rebuild(args = []) {
      const started = Date.now();
      const run = await rebuildAll(['--brand', BRAND, ...args]);
      const [report] = run.reports;
      if (!report) throw new LecternError('BENCH', 'The rebuild printed no report.');
      const switched = report.status === 'published' ? await switchedAt(state) : undefined;
      return { ...run, report, secondsToSwitch: switched === undefined ? run.seconds : (switched - started) / 1000 };
    },
    change: (part) => changeBooks(changedBooks(pages, part)),
    changeBooks,
    async pageCost(count, rounds) {
      const args = [BRAND, count, rounds].map(String);
      return JSON.parse((await workspace.run(node('bench/rebuild/page-cost.ts', args, env))).output);
    },
    reset: () => moveAside(join(state, BRAND)),
    close: () => api.end(),
  };
}

/** Time of the switch to the live release, in milliseconds since 1970. */
const switchedAt = async (state: string) => (await lstat(join(state, BRAND, 'current'))).mtimeMs;

/** Links the bundles of all catalogues in a bench to one folder, so that the site is built only once. */
export async function shareBundle(folder: string, state: string): Promise<void> {
  const bundle = join(folder, 'bundle');
  await mkdir(bundle, { recursive: true });
  await mkdir(state, { recursive: true });
  await symlink(bundle, join(state, 'bundle'));
}
