import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ConfigError, EXIT, LecternError } from '#src/lib/errors.ts';
import { silentLog } from '#src/lib/log.ts';
import { type JobQueue, openPgBossQueue } from '#src/publish/queue/index.ts';
import { liveId, openRelease } from '#src/publish/release/index.ts';
import { serve } from '../../tests/helpers/commands.ts';
import { startObjectServer } from '../../tests/helpers/object-server.ts';
import { newDatabase } from '../../tests/helpers/test-store.ts';
import { BRAND, type LecternBench, shareBundle, startLectern } from '../bench/rebuild/lectern.ts';
import { logStep } from '../bench/rebuild/measure.ts';
import { differingFiles, liveFolder } from '../bench/rebuild/same-release.ts';
import { inWorkspace, type Workspace } from '../bench/rebuild/workspace.ts';
import { type BenchRow, isWithinLimits, lessIsBetter, machine, row, rowWithoutPeer, tableOf } from '../bench/report.ts';
import { startNginx } from '../bench/serve/nginx.ts';
import { startPostgres } from '../testing/postgres.ts';
import { signUp, startApis } from './apis.ts';
import { cpuOfEndedChildren, type RunningProcess, startProcess } from './processes.ts';
import { startTraffic } from './traffic.ts';

interface ScaleOptions {
  readonly pages: string;
  readonly pause: string;
  readonly json: boolean;
}

/**
 * Minimum number of pages for this test. A rebuild that renders fewer pages is not distributed to workers
 * (src/publish/queue/machine-work.ts).
 */
const MIN_PAGES = 3000;
const WORKERS = 3;
const SITES = 2;
const EVERY_TENTH = 10;
const MAX_DURATION_MS = 30 * 60_000;
/** Fraction of pages whose books change before the rebuild with faults. */
const CHANGED_SHARE = 0.05;
/** Maximum processor time of all workers, as a multiple of the processor time of a single process. */
const MAX_CPU_RATIO = 1.15;

/**
 * Compares a rebuild by failing workers with a rebuild in a single process.
 * @returns the exit code
 */
export async function testScale({ pages, pause, json }: ScaleOptions): Promise<number> {
  const [count, seconds] = [wholeOf(pages, '--pages'), wholeOf(pause, '--pause')];
  if (count < MIN_PAGES)
    throw new ConfigError(`--pages is ${count}: a single worker runs such a small night. Give ${MIN_PAGES} or more.`);
  process.stderr.write(
    `load ${loadavg()
      .map((load) => load.toFixed(1))
      .join(' ')}\n`,
  );
  const end = () => stop.abort(new LecternError('SCALE', 'The test was stopped.'));
  process.once('SIGINT', end).once('SIGTERM', end);
  const rows = await inWorkspace((workspace) => measure(workspace, count, seconds));
  const bench = { name: 'scale', machine: machine(), rows };
  process.stdout.write(`${json ? JSON.stringify(bench) : tableOf(bench)}\n`);
  return rows.every(isWithinLimits) ? EXIT.done : EXIT.failure;
}

function wholeOf(text: string, name: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new ConfigError(`${name} is "${text}". Give a whole number.`);
}

async function measure(workspace: Workspace, pages: number, pauseSeconds: number): Promise<BenchRow[]> {
  await using started = new AsyncDisposableStack();
  const postgres = await startPostgres();
  started.defer(postgres.close);
  const store = await startObjectServer();
  started.defer(store.close);
  const alone = await startLectern(workspace, pages);
  started.defer(alone.close);
  const settings = {
    ...store.environment,
    LECTERN_POSTGRES: postgres.url,
    LECTERN_UPSTREAM: alone.upstream,
  };
  logStep('publishing the initial release');
  await alone.rebuild();
  await runCommand('releases', ['--brand', BRAND, 'push'], { ...settings, LECTERN_STATE: alone.state });
  const queue = await openPgBossQueue(postgres.url, silentLog);
  started.defer(queue.close);
  const workers = await Promise.all(
    Array.from({ length: WORKERS }, async (_, number) => {
      const worker = startProcess('worker', [], {
        ...settings,
        LECTERN_STATE: await newState(workspace, `worker-${number}`),
      });
      started.defer(() => worker.stop('SIGKILL'));
      return worker;
    }),
  );
  for (const worker of workers) await untilLogged(worker, 'worker started');

  const [costly, usual] = [await runFullNight(queue, workers), await runFullNight(queue, workers)];
  logStep('the same with a single process');
  const before = cpuOfEndedChildren();
  await alone.rebuild(['--full']);
  const single = cpuOfEndedChildren() - before;

  logStep('two APIs over PostgreSQL');
  const env = { LECTERN_STATE: alone.state, LECTERN_STORE: await newDatabase(postgres.url) };
  await runCommand('store', ['copy', '--from', 'sqlite', '--to', 'LECTERN_STORE'], env);
  const apis = await startApis(workspace.folder, started, env);
  const readerGoesOn = await signUp(apis);
  const host = `${BRAND}.localhost`;
  const sites = await startSites(workspace, started, { ...settings, LECTERN_UPSTREAM: apis.origin }, alone);
  await alone.change(CHANGED_SHARE);
  const traffic = startTraffic(sites.origin, host, somePages(alone));
  for (const worker of workers) worker.log.length = 0;
  const began = performance.now();
  store.fail(EVERY_TENTH);
  const order = await queue.send({ brand: BRAND, at: new Date().toISOString(), full: true });
  await injectFaults(workers, { postgres, pauseSeconds });
  const report = await reportOf(queue, order, workers);
  const secondsOfNight = (performance.now() - began) / 1000;
  await untilOver(workers);
  store.fail(0);
  const live = sites.states.map((state) => join(state, BRAND));
  await until(() => live.every((folder) => liveId(folder) === report.release), 'the sites follow');
  // Waits until the servers have noticed the release. They poll once a second.
  await wait(3000);
  const { views, failed } = await traffic.stop();
  const refused = await readerGoesOn(sites.origin, host);
  for (const one of [...failed, ...refused].slice(0, 5)) logStep(`failed: ${one}`);

  logStep('the same with a single process');
  const again = await alone.rebuild(['--full']);
  const differing = sites.states.flatMap((state) =>
    differingFiles(join(liveFolder(alone), 'site'), join(liveFolder({ state }), 'site')),
  );
  for (const file of differing.slice(0, 5)) logStep(`differs: ${file}`);
  const { total } = again.report.pages;
  const rendered = sum(
    workers
      .flatMap(({ log }) => log.filter(({ msg }) => msg === 'shard rendered'))
      .map(({ pages: rendered }) => rendered ?? 0),
  );
  return [
    rowWithoutPeer('pages', total, 'pages'),
    row('processor time of all workers vs one process, first night', costly, single, 's'),
    {
      ...row('processor time of all workers vs one process, later night', usual, single, 's'),
      most: MAX_CPU_RATIO,
    },
    rowWithoutPeer(
      'with faults: files at two sites that differ from the release of one process',
      differing.length,
      'files',
      0,
    ),
    rowWithoutPeer('with faults: page views during the night', views, 'views'),
    rowWithoutPeer('with faults: requests that failed', failed.length, 'requests', 0),
    rowWithoutPeer(
      'afterwards: calls refused at either API and site to a reader signed in at one API before',
      refused.length,
      'calls',
      0,
    ),
    rowWithoutPeer('with faults: rendered twice', Math.max(0, rendered / total - 1) * 100, '%', 10),
    lessIsBetter('with faults: time vs one process', secondsOfNight, again.seconds, 's'),
  ];
}

/**
 * Runs a full nightly rebuild (every page is rendered) without injected faults.
 * @returns the processor time of the workers
 */
async function runFullNight(queue: JobQueue, workers: readonly RunningProcess[]): Promise<number> {
  logStep('a night of three workers, undisturbed');
  const before = await cpuOf(workers);
  const order = await queue.send({ brand: BRAND, at: new Date().toISOString(), full: true });
  await reportOf(queue, order, workers);
  return (await cpuOf(workers)) - before;
}

/** Aborts on Ctrl+C or SIGTERM. */
const stop = new AbortController();

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

async function newState(workspace: Workspace, name: string): Promise<string> {
  const state = join(workspace.folder, name);
  await shareBundle(workspace.folder, state);
  return state;
}

/**
 * Runs a command to its end.
 * @throws if the command fails
 */
async function runCommand(command: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const process = startProcess(command, args, env);
  const end = () => void process.child.kill('SIGKILL');
  stop.signal.addEventListener('abort', end, { once: true });
  const code = await new Promise((resolve) => process.child.once('close', resolve));
  stop.signal.throwIfAborted();
  if (code === 0) return;
  throw new LecternError('SCALE', `${command} ${args.join(' ')} ended with ${code}: ${textOf(process)}`);
}

const textOf = ({ log }: RunningProcess) => log.map(({ msg, reason }) => [msg, reason].join(' ')).join('\n');

/** Starts several sites that follow the store, like sites on separate machines, and nginx in front of them. */
async function startSites(
  workspace: Workspace,
  started: AsyncDisposableStack,
  settings: NodeJS.ProcessEnv,
  alone: LecternBench,
) {
  const states: string[] = [];
  const sites = await Promise.all(
    Array.from({ length: SITES }, async (_, number) => {
      const state = await newState(workspace, `site-${number}`);
      states.push(state);
      await workspace.run({ program: 'cp', args: ['-al', join(alone.state, BRAND), state] });
      const env = { ...settings, LECTERN_STATE: state };
      const follower = startProcess('releases', ['--brand', BRAND, 'follow'], env);
      started.defer(() => follower.stop());
      const site = await serve('site', ['--brand', BRAND], env);
      started.defer(site.stop);
      return site;
    }),
  );
  const nginx = await startNginx(
    join(workspace.folder, 'nginx'),
    (
      port,
    ) => `  upstream sites { hash $http_x_visitor consistent; ${sites.map((site) => `server 127.0.0.1:${site.port};`).join(' ')} }
  server {
    listen 127.0.0.1:${port};
    location / { proxy_pass http://sites; proxy_set_header Host $host; }
  }`,
  );
  started.defer(nginx.close);
  return { origin: nginx.origin, states };
}

const SAMPLE = 200;

/** Selects pages that exist both before and after the rebuild. */
function somePages(alone: LecternBench): string[] {
  const release = openRelease(liveFolder(alone));
  try {
    const step = Math.max(1, Math.floor(release.info.pages / SAMPLE));
    return release.everyNthPath(step).filter((path) => !/^\/(\d{3}|offline)$/.test(path));
  } finally {
    release.close();
  }
}

const cpuOf = async (workers: readonly RunningProcess[]) =>
  sum(await Promise.all(workers.map((worker) => worker.cpuSeconds())));

const hasLogged = ({ log }: RunningProcess, msg: string) => log.some((line) => line.msg === msg);

async function untilLogged(process: RunningProcess, msg: string): Promise<void> {
  await until(() => hasLogged(process, msg), `${msg}, of ${textOf(process)}`);
}

async function until(isTrue: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const latest = Date.now() + MAX_DURATION_MS;
  while (!(await isTrue())) {
    stop.signal.throwIfAborted();
    if (Date.now() > latest) throw new LecternError('SCALE', `Timed out waiting until ${what}`);
    await wait(100);
  }
}

interface Faults {
  readonly postgres: Awaited<ReturnType<typeof startPostgres>>;
  readonly pauseSeconds: number;
}

/**
 * Pauses the worker that has started the rebuild, kills another worker while it renders a shard, and restarts the
 * database.
 */
async function injectFaults(workers: readonly RunningProcess[], { postgres, pauseSeconds }: Faults): Promise<void> {
  const begins = (worker: RunningProcess) => hasLogged(worker, 'night started');
  await until(() => workers.some(begins), 'a worker begins the night');
  const first = workers.find(begins);
  const others = workers.filter((worker) => worker !== first);
  await until(() => others.every((worker) => hasLogged(worker, 'shard started')), 'all have a shard in hand');
  for (const worker of workers) await worker.cpuSeconds();
  logStep('a worker is killed');
  others[0]?.child.kill('SIGKILL');
  logStep('PostgreSQL restarts');
  await postgres.restart();
  await until(() => first !== undefined && hasLogged(first, 'shard rendered'), 'the first has rendered a shard');
  logStep(`the worker that began the night stands still for ${pauseSeconds} s`);
  first?.child.kill('SIGSTOP');
  setTimeout(() => first?.child.kill('SIGCONT'), pauseSeconds * 1000);
}

async function reportOf(queue: JobQueue, order: string, workers: readonly RunningProcess[]) {
  let outcome: Awaited<ReturnType<JobQueue['find']>>;
  await until(async () => {
    await cpuOf(workers);
    outcome = await queue.find(order).catch(() => undefined);
    return outcome?.state === 'done' || outcome?.state === 'failed';
  }, 'the night ends');
  const report = outcome?.outcome?.report;
  if (report) return report;
  throw new LecternError('SCALE', `The night failed: ${JSON.stringify(outcome)}\n${workers.map(textOf).join('\n\n')}`);
}

/** Waits until the paused worker has continued and noticed that it may not publish. */
async function untilOver(workers: readonly RunningProcess[]): Promise<void> {
  const nightWorkers = workers.filter(
    (worker) => hasLogged(worker, 'night started') && worker.child.signalCode === null,
  );
  const isOver = ({ log }: RunningProcess) => log.some(({ msg }) => msg === 'night ended' || msg === 'job given back');
  await until(() => nightWorkers.every(isOver), 'the worker that stood still gives its night up');
}
