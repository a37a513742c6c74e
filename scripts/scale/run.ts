import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ConfigError, EXIT, LecternError } from '#src/lib/errors.ts';
import { silentLog } from '#src/lib/log.ts';
import { type JobQueue, openPgBossQueue } from '#src/night-queue/index.ts';
import { openRelease } from '#src/release/index.ts';
import { startObjectServer } from '../../tests/helpers/object-server.ts';
import { BRAND, type LecternBench, shareBundle, startLectern } from '../bench/rebuild/lectern.ts';
import { logStep } from '../bench/rebuild/measure.ts';
import { liveFolder } from '../bench/rebuild/same-release.ts';
import { differingFiles } from '../bench/rebuild/shards.ts';
import { inWorkspace, type Workspace } from '../bench/rebuild/workspace.ts';
import { type BenchRow, isKept, lessIsBetter, lone, machine, row, tableOf } from '../bench/report.ts';
import { startNginx } from '../bench/serve/nginx.ts';
import { startPostgres } from '../testing/postgres.ts';
import { type RunningProcess, startProcess } from './processes.ts';
import { startTraffic } from './traffic.ts';

interface ScaleOptions {
  readonly pages: string;
  readonly pause: string;
  readonly json: boolean;
}

const WORKERS = 3;
const SITES = 2;
const EVERY_TENTH = 10;
const LONGEST_MS = 30 * 60_000;

/** Makes a night by workers that get lost, beside one process. @returns the exit code */
export async function testScale({ pages, pause, json }: ScaleOptions): Promise<number> {
  const [count, seconds] = [wholeOf(pages, '--pages'), wholeOf(pause, '--pause')];
  process.stderr.write(
    `load ${loadavg()
      .map((load) => load.toFixed(1))
      .join(' ')}\n`,
  );
  const rows = await inWorkspace((workspace) => measure(workspace, count, seconds));
  const bench = { name: 'scale', machine: machine(), rows };
  process.stdout.write(`${json ? JSON.stringify(bench) : tableOf(bench)}\n`);
  return rows.every(isKept) ? EXIT.done : EXIT.failure;
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
  logStep('the release that is live before');
  await alone.rebuild();
  await once('releases', ['--brand', BRAND, 'push'], { ...settings, LECTERN_STATE: alone.state });

  const workers = await Promise.all(
    Array.from({ length: WORKERS }, async (_, number) => {
      const env = { ...settings, LECTERN_STATE: await newState(workspace, `worker-${number}`) };
      // As after the night before.
      await once('releases', ['--brand', BRAND, 'pull'], env);
      const worker = startProcess('worker', [], env);
      started.defer(() => worker.stop('SIGKILL'));
      return worker;
    }),
  );
  const site = await startSites(workspace, started, settings);
  for (const worker of workers) await untilSaid(worker, 'the worker takes jobs');

  await alone.change(0.05);
  const queue = await openPgBossQueue(postgres.url, silentLog);
  started.defer(queue.close);
  const cpuBefore = await cpuOf(workers);
  const traffic = startTraffic(site, `${BRAND}.localhost`, somePages(alone));
  const began = performance.now();
  store.fail(EVERY_TENTH);
  const order = await queue.send({ brand: BRAND, at: new Date().toISOString(), full: true });
  await loseWorkers(workers, { postgres, pauseSeconds });
  const report = await reportOf(queue, order, workers);
  const secondsOfNight = (performance.now() - began) / 1000;
  const cpuOfNight = (await cpuOf(workers)) - cpuBefore;
  await untilOver(workers);
  store.fail(0);
  const last = await untilPublished(workspace, settings, report.release);
  // For the sites to follow.
  await wait(5000);
  const { views, failed } = await traffic.stop();
  for (const one of failed.slice(0, 5)) logStep(`failed: ${one}`);

  logStep('the same by one process');
  const single = await alone.rebuild(['--full']);
  const differing = differingFiles(join(liveFolder(alone), 'site'), join(last, 'site'));
  for (const file of differing.slice(0, 5)) logStep(`differs: ${file}`);
  const { total } = single.report.pages;
  const rendered = sum(
    workers
      .flatMap(({ log }) => log.filter(({ msg }) => msg === 'a shard is rendered'))
      .map(({ pages: made }) => made ?? 0),
  );
  return [
    lone('pages', total, 'pages'),
    lone('files that differ from the release of one process', differing.length, 'files', 0),
    lone('page views at two sites behind nginx meanwhile', views, 'views'),
    lone('requests that failed', failed.length, 'requests', 0),
    lone('rendered twice', Math.max(0, rendered / total - 1) * 100, '%', 10),
    row('processor time of all workers beside one process', cpuOfNight, single.cpuSeconds, 's'),
    lessIsBetter('seconds with all faults beside one process', secondsOfNight, single.seconds, 's'),
  ];
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

async function newState(workspace: Workspace, name: string): Promise<string> {
  const state = join(workspace.folder, name);
  await shareBundle(workspace.folder, state);
  return state;
}

/** A command that has to succeed. */
async function once(command: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const process = startProcess(command, args, env);
  const code = await new Promise((resolve) => process.child.once('close', resolve));
  if (code === 0) return;
  throw new LecternError('SCALE', `${command} ${args.join(' ')} ended with ${code}: ${textOf(process)}`);
}

const textOf = ({ log }: RunningProcess) => log.map(({ msg, reason }) => [msg, reason].join(' ')).join('\n');

/** Sites on machines of their own, each with its copy of the releases. @returns the origin of nginx before them */
async function startSites(workspace: Workspace, started: AsyncDisposableStack, settings: NodeJS.ProcessEnv) {
  const { serve } = await import('../../tests/helpers/commands.ts');
  const sites = await Promise.all(
    Array.from({ length: SITES }, async (_, number) => {
      const env = { ...settings, LECTERN_STATE: await newState(workspace, `site-${number}`) };
      await once('releases', ['--brand', BRAND, 'pull'], env);
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
  return nginx.origin;
}

const SAMPLE = 200;

/** Pages that are there before and after. */
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

const hasSaid = ({ log }: RunningProcess, msg: string) => log.some((line) => line.msg === msg);

async function untilSaid(process: RunningProcess, msg: string): Promise<void> {
  await until(() => hasSaid(process, msg), `${msg}, of ${textOf(process)}`);
}

async function until(isSo: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const latest = Date.now() + LONGEST_MS;
  while (!(await isSo())) {
    if (Date.now() > latest) throw new LecternError('SCALE', `This did not happen: ${what}`);
    await wait(100);
  }
}

interface Faults {
  readonly postgres: Awaited<ReturnType<typeof startPostgres>>;
  readonly pauseSeconds: number;
}

/** The one that began the night stands still, another is killed with a shard in hand, and the database restarts. */
async function loseWorkers(workers: readonly RunningProcess[], { postgres, pauseSeconds }: Faults): Promise<void> {
  const begins = (worker: RunningProcess) => hasSaid(worker, 'a night begins');
  await until(() => workers.some(begins), 'a worker begins the night');
  const first = workers.find(begins);
  const others = workers.filter((worker) => worker !== first);
  await until(() => others.every((worker) => hasSaid(worker, 'a shard begins')), 'all have a shard in hand');
  for (const worker of workers) await worker.cpuSeconds();
  logStep('a worker is killed');
  others[0]?.child.kill('SIGKILL');
  logStep('PostgreSQL restarts');
  await postgres.restart();
  await until(() => first !== undefined && hasSaid(first, 'a shard is rendered'), 'the first has rendered a shard');
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

/** The worker that stood still goes on, and has to notice that it may not publish. */
async function untilOver(workers: readonly RunningProcess[]): Promise<void> {
  const begun = workers.filter((worker) => hasSaid(worker, 'a night begins') && worker.child.signalCode === null);
  const isOver = ({ log }: RunningProcess) =>
    log.some(({ msg }) => msg === 'a night has ended' || msg === 'a job was given back');
  await until(() => begun.every(isOver), 'the worker that stood still gives its night up');
}

/** A machine that has seen nothing yet gets what is published. @returns the folder of its live release */
async function untilPublished(
  workspace: Workspace,
  settings: NodeJS.ProcessEnv,
  release: string | null,
): Promise<string> {
  const state = await newState(workspace, 'reader');
  await once('releases', ['--brand', BRAND, 'pull'], { ...settings, LECTERN_STATE: state });
  const folder = liveFolder({ state });
  if (folder.endsWith(release ?? '')) return folder;
  throw new LecternError('SCALE', `The store has ${folder}, and the night made ${release}.`);
}
