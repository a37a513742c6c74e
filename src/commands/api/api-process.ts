import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Config } from '#src/config/config.ts';
import { EXIT, LecternError } from '#src/lib/errors.ts';
import type { Log } from '#src/lib/log.ts';
import { ROOT } from '../run-script.ts';
import type { RunningUpstream } from './embedded-api.ts';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/**
 * Time after which a running process counts as stable. The delay before its next restart is then reset to the minimum.
 */
const STEADY_MS = 60_000;
/** Time that the process has to stop before it is killed. */
const GRACE_MS = 10_000;

/**
 * Starts the embedded API in a child process, so that its queries and database locks do not delay the site's responses.
 * The child stops when this process exits, even after a crash, and is restarted on the same port if it exits
 * unexpectedly.
 * @throws LecternError START if it cannot be started; the child prints the reason to standard error
 */
export async function startApiProcess(config: Config, log: Log): Promise<RunningUpstream> {
  const stop = new AbortController();
  const first = await startOne(config, 0);
  const running = superviseFrom(first, config, log, stop.signal);
  return {
    origin: first.origin,
    async close() {
      stop.abort();
      await running;
    },
  };
}

interface ApiProcess {
  readonly origin: string;
  /** Resolves with the exit code or signal. */
  readonly ended: Promise<string>;
  /** Stops the process. @returns its exit code or signal */
  end(): Promise<string>;
}

async function superviseFrom(first: ApiProcess, config: Config, log: Log, stop: AbortSignal): Promise<void> {
  const port = Number(new URL(first.origin).port);
  const stopped = new Promise<undefined>((resolve) => stop.addEventListener('abort', () => resolve(undefined)));
  let api: ApiProcess | undefined = first;
  let pause = FIRST_PAUSE_MS;
  while (!stop.aborted) {
    const since = performance.now();
    const reason = await Promise.race([api ? api.ended : 'could not be started', stopped]);
    if (reason === undefined) break;
    pause = performance.now() - since > STEADY_MS ? FIRST_PAUSE_MS : pause;
    log.error('the API exited unexpectedly and is restarted', { reason, pauseMs: pause });
    await Promise.race([new Promise((resolve) => setTimeout(resolve, pause).unref()), stopped]);
    pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
    api = stop.aborted ? undefined : await startOne(config, port).catch(() => undefined);
  }
  if ((await api?.end()) === 'SIGKILL') log.error('the API did not stop in time and was killed', { graceMs: GRACE_MS });
}

/** Starts a process of the API. @param port 0 for any free port */
async function startOne(config: Config, port: number): Promise<ApiProcess> {
  // `detached` gives the API its own process group. So Ctrl+C reaches only this process, which stops the site first.
  const child = spawn(process.execPath, [join(ROOT, 'scripts/api.ts'), '--port', String(port)], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: { ...process.env, ...environmentOf(config) },
  });
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
  const origin = await Promise.race([firstLine(child), ended.then(() => undefined)]);
  if (origin === undefined)
    throw new LecternError('START', 'The API could not be started; see above.', {
      exitCode: child.exitCode ?? EXIT.failure,
    });
  return { origin, ended, end: () => end(child, ended) };
}

/** Settings that may differ from this process's environment, as environment variables for the API process. */
function environmentOf({ state, site, port }: Config): NodeJS.ProcessEnv {
  return { LECTERN_STATE: state, PORT: String(port), ...(site === undefined ? {} : { LECTERN_SITE: site }) };
}

async function firstLine(child: ChildProcess): Promise<string | undefined> {
  if (!child.stdout) return undefined;
  const lines = createInterface({ input: child.stdout });
  const [line] = (await Promise.race([once(lines, 'line'), once(lines, 'close')])) as [string?];
  return line;
}

async function end(child: ChildProcess, ended: Promise<string>): Promise<string> {
  child.kill('SIGTERM');
  const impatient = setTimeout(() => child.kill('SIGKILL'), GRACE_MS);
  const reason = await ended;
  clearTimeout(impatient);
  return reason;
}
