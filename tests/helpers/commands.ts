import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { isProxyServer } from '#src/serve/proxy-config/index.ts';
import { startWebServerFor } from './web-server.ts';

const ROOT = join(import.meta.dirname, '../..');

/** The result of a command. */
export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command of the project, as an operator would, until it exits. */
export async function command(name: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  const child = start(name, args, env);
  const output = collectOutput(child);
  const [code] = await once(child, 'close');
  return { code: Number(code ?? 1), ...output() };
}

/**
 * Runs a command that must succeed.
 * @throws Error with the command's standard error if it fails
 */
export async function done(name: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  const ended = await command(name, args, env);
  if (ended.code === 0) return ended;
  throw new Error(`${name} ${args.join(' ')} ended with exit code ${ended.code}:\n${ended.stderr}`);
}

/** A server from the project in a child process. */
export interface RunningServer {
  readonly origin: string;
  readonly port: number;
  /** Id of the server's process, not of the web server in front of it. */
  readonly pid: number;
  /** What the server has written to standard error so far. */
  log(): string;
  stop(): Promise<void>;
}

/**
 * Starts `api` or `site` on a free port and waits until it prints its address. With `LECTERN_TEST_PROXY=nginx` or
 * `caddy`, a site is served through that web server with the generated configuration (docs/operate/proxy.md).
 */
export async function serve(
  name: 'api' | 'site',
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<RunningServer> {
  const server = await serveDirectly(name, args, env);
  const proxy = process.env['LECTERN_TEST_PROXY'] ?? '';
  if (name === 'api' || !isProxyServer(proxy)) return server;
  const web = await startWebServerFor(proxy, { ...process.env, ...env }, server.port);
  const stop = async () => {
    await web.close();
    await server.stop();
  };
  return { ...server, origin: `http://127.0.0.1:${web.port}`, port: web.port, stop };
}

async function serveDirectly(
  name: 'api' | 'site',
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<RunningServer> {
  const child = start(name, [...args, '--port', '0'], env);
  const output = collectOutput(child);
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout?.on('data', () => {
      const digits = /http:\/\/[^\s:]+:(\d+)/.exec(output().stdout)?.[1];
      if (digits) resolve(Number(digits));
    });
    child.once('close', (code) => reject(new Error(`${name} ended with exit code ${code}:\n${output().stderr}`)));
  });
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    pid: child.pid ?? 0,
    log: () => output().stderr,
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}

const running = new Set<ChildProcess>();

/** Ends all commands that are still running. */
export function endCommands(): void {
  for (const child of running) child.kill('SIGTERM');
}

/** Starts a command with NODE_ENV=production instead of the test runner's value. */
function start(name: string, args: readonly string[], env: NodeJS.ProcessEnv): ChildProcess {
  const child = spawn(process.execPath, [join(ROOT, `scripts/${name}.ts`), ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production', ...env },
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

function collectOutput(child: ChildProcess): () => { stdout: string; stderr: string } {
  const output = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream]?.setEncoding('utf8').on('data', (text: string) => {
      output[stream] += text;
    });
  }
  return () => ({ ...output });
}
