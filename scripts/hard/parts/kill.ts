import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { messageOf } from '#src/lib/errors.ts';
import { openLive } from '#src/publish/release/index.ts';
import { testBrand } from '../../../tests/helpers/published-brand.ts';
import { type RunningServer, startServer } from '../../../tests/helpers/running-server.ts';
import { type SmallApi, smallBook, startSmallApi } from '../../../tests/helpers/small-api.ts';
import { liveFiles, type SmallRebuild, smallRebuild } from '../../../tests/helpers/small-rebuild.ts';
import { rowWithoutPeer } from '../../bench/report.ts';
import { createVerdicts, problemOfPage, type Verdicts } from '../figures.ts';
import { steadily } from '../load.ts';
import type { Part } from '../part.ts';

const REBUILD = fileURLToPath(new URL('../../../tests/helpers/rebuild-process.ts', import.meta.url));
const BOOKS = 60;
const PER_SECOND = 50;
const QUICK_PER_SECOND = 20;
/** Number of kills after which a run is completed and its result is compared with that of a new site. */
const COMPARE_INTERVAL = 10;

/** Generates moments at which to kill a run: a line of the run's output, and a delay after that line. */
const moments = fc.oneof(
  // A moment during the switch to the new release, or after it, while the files for the next rebuild are prepared.
  { weight: 1, arbitrary: fc.record({ line: fc.constant(/^publishing/), ms: fc.nat(60) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      line: fc.constantFrom(
        /^reading/,
        /^planning/,
        /^rendering/,
        /^\/genres/,
        /^\/hotnovels/,
        /^\/tags/,
        /^verifying/,
      ),
      ms: fc.nat(150),
    }),
  },
);

/**
 * The first moments at which runs are killed: around the switch, after all pages are rendered, and before the next run
 * finds out that these pages are out of date.
 */
const FIRST_MOMENTS = [
  { line: /^publishing/, ms: 20 },
  { line: /^verifying/, ms: 0 },
  { line: /^reading/, ms: 0 },
];

/** Kills rebuilds at random moments. Visitors must not notice this, and the next run must recover without help. */
export const killPart: Part = {
  name: 'kill',
  about:
    'rebuilds killed at random moments, a third around the publish, under steady requests: no page changes or breaks',
  unit: 'times',
  full: 300,
  quick: 3,
  async run({ size, seed, slack }) {
    await using world = new AsyncDisposableStack();
    const api = await startSmallApi(BOOKS);
    world.defer(api.close);
    const site = await smallRebuild(api.origin);
    world.defer(site.close);
    await site.run();
    const server = await startServer([testBrand('freenovel')], { state: site.state });
    world.defer(server.close);
    const verdicts = createVerdicts();
    const progress = { round: 0, isOver: false };
    const visitors = visit(server, site, { progress, verdicts, perSecond: slack > 1 ? QUICK_PER_SECOND : PER_SECOND });
    const killed = { publish: 0, elsewhere: 0, late: 0 };
    try {
      for (const { line, ms } of [...FIRST_MOMENTS, ...fc.sample(moments, { numRuns: size, seed })].slice(0, size)) {
        progress.round += 1;
        await change(api, progress.round);
        const isKilled = await killAt(api.origin, site.state, line, ms);
        killed[isKilled ? (line.source === '^publishing' ? 'publish' : 'elsewhere') : 'late'] += 1;
        if (progress.round % COMPARE_INTERVAL === 0 || progress.round === size)
          verdicts.judge(`the run after kill ${progress.round}, after ${line} and ${ms} ms`, await recovery(api, site));
      }
    } finally {
      progress.isOver = true;
      await visitors;
    }
    return {
      rows: [
        rowWithoutPeer('killed during or after the publish', killed.publish, 'times'),
        rowWithoutPeer('killed elsewhere', killed.elsewhere, 'times'),
        rowWithoutPeer('finished before the kill', killed.late, 'times'),
        rowWithoutPeer('pages and runs checked', verdicts.count, 'times'),
      ],
      findings: verdicts.findings,
    };
  },
};

const change = (api: SmallApi, round: number) =>
  api.write((writer) => writer.putBook(smallBook(6, { introduction: `Round ${round}.` })));

interface Visit {
  readonly progress: { readonly round: number; readonly isOver: boolean };
  readonly verdicts: Verdicts;
  readonly perSecond: number;
}

/**
 * Requests pages at a steady rate. Each page must be complete, and either unchanged or from a round that has already
 * started.
 */
async function visit(server: RunningServer, { folder }: SmallRebuild, { progress, verdicts, perSecond }: Visit) {
  const release = openLive(folder);
  const paths = [...(release?.pages() ?? [])].map(({ path }) => path).filter((path) => !/^\/\d{3}$/.test(path));
  release?.close();
  const ask = async (path: string) => {
    const began = performance.now();
    const { status, headers, text } = await server.ask('freenovel', path);
    return { status, headers, text, ms: performance.now() - began };
  };
  while ((await ask('/')).status !== 200) await wait(50);
  const first = new Map<string, string>();
  for (const path of paths) first.set(path, (await ask(path)).text);
  await steadily(
    perSecond,
    () => progress.isOver,
    async (n) => {
      const path = paths[n % paths.length] ?? '/';
      const answer = await ask(path);
      const rounds = [...answer.text.matchAll(/Round (\d+)/g)].map(([, round]) => Number(round));
      const isKnown = rounds.length === 0 ? answer.text === first.get(path) : Math.max(...rounds) <= progress.round;
      verdicts.judge(
        `${path} in round ${progress.round}`,
        problemOfPage(answer) ?? (isKnown ? undefined : 'it changed'),
      );
    },
  );
}

/** @returns whether the run was still alive when it was killed */
async function killAt(origin: string, state: string, line: RegExp, ms: number): Promise<boolean> {
  const child = spawn(process.execPath, [REBUILD, origin, state, '1'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  for await (const output of createInterface({ input: child.stdout })) if (line.test(output)) break;
  await Promise.race([wait(ms), ended]);
  child.kill('SIGKILL');
  const [, signal] = await ended;
  return signal === 'SIGKILL';
}

/**
 * Runs a rebuild to its end and compares the site with one that was never killed.
 * @returns the difference; undefined if there is none
 */
async function recovery(api: SmallApi, site: SmallRebuild): Promise<string | undefined> {
  const other = await smallRebuild(api.origin);
  try {
    const { status } = await site.run();
    if (status !== 'published' && status !== 'unchanged') return `it ended with ${status}`;
    await other.run();
    const [ours, fresh] = [pagesOf(site.folder), pagesOf(other.folder)];
    return ours === fresh ? undefined : `its pages differ from those of a fresh site (${join(site.folder, 'current')})`;
  } catch (error) {
    return messageOf(error);
  } finally {
    await other.close();
  }
}

const pagesOf = (folder: string) =>
  JSON.stringify(Object.entries(liveFiles(folder)).filter(([name]) => name.endsWith('.html')));
