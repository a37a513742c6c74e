import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { openSql } from '#src/lib/sqlite.ts';
import { readNights } from '#src/publish/nights/index.ts';
import { command } from '../../../helpers/commands.ts';

/** An upstream that never responds, so that the nightly rebuild keeps running. */
let silent: Server;
let upstream: string;
let state: string;
const running: ChildProcess[] = [];

beforeAll(async () => {
  silent = createServer(() => {}).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  upstream = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
});
afterAll(() => void silent.close().closeAllConnections());

beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'lectern-nightly-'));
});
afterEach(async () => {
  for (const child of running.splice(0)) {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  }
  rmSync(state, { recursive: true, force: true });
});

const nights = () => readNights(state, { last: 100 }).map(({ brand, outcome }) => `${brand} ${outcome}`);

function nightly(args: string[], env: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, ['scripts/nightly.ts', '--delay', '0', ...args], {
    env: { ...process.env, LECTERN_STATE: state, LECTERN_UPSTREAM: upstream, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return { child, ended, output: () => output };
}

const until = (check: () => void) => vi.waitFor(check, { timeout: 300_000, interval: 100 });

it('the nightly process runs a missed rebuild, reports it, and exits with 0 on SIGTERM', async () => {
  const alert = join(state, 'alert');
  const { child, ended, output } = nightly(['--brand', 'local'], {
    LECTERN_UPSTREAM: 'http://127.0.0.1:9',
    LECTERN_NIGHT_COMMAND: `cat >> '${alert}'`,
  });
  await until(() => expect(output()).toContain('night ended'));
  expect(output()).toMatch(/"brand":"local","exitCode":3,"seconds":\d+,"msg":"night ended"/);
  expect(output()).toContain('{"brand":"local","release":null');
  expect(nights()).toEqual(['local failed']);
  // The failed rebuild is reported only once.
  expect(readFileSync(alert, 'utf8').trim().split('\n')).toEqual([expect.stringContaining('"outcome":"failed"')]);
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
});

it('the nightly process stops a running rebuild on SIGTERM, and runs it again after the next start', async () => {
  const first = nightly(['--brand', 'local']);
  await until(() => expect(nights()).toEqual(['local running']));
  first.child.kill('SIGTERM');
  expect(await first.ended).toBe(0);
  await until(() => expect(nights()).toEqual(['local cancelled']));
  nightly(['--brand', 'local']);
  await until(() => expect(nights()).toEqual(['local running', 'local cancelled']));
});

it('the nightly process reports a rebuild that was killed', async () => {
  const alert = join(state, 'alert');
  const { output } = nightly(['--brand', 'local'], { LECTERN_NIGHT_COMMAND: `cat >> '${alert}'` });
  await until(() => expect(nights()).toEqual(['local running']));
  const sql = openSql(join(state, 'nights.db'));
  const { process: mark } = sql.get<{ process: string }>('SELECT process FROM nights') ?? { process: '' };
  sql.close();
  process.kill(Number(mark.split(':')[0]), 'SIGKILL');
  await until(() => expect(output()).toContain('night ended'));
  await until(() =>
    expect(JSON.parse(readFileSync(alert, 'utf8'))).toMatchObject({ brand: 'local', outcome: 'lost', exitCode: 1 }),
  );
});

it('the nightly process rebuilds as many brands in parallel as the settings allow', async () => {
  nightly(['--brand', 'local', '--brand', 'tibok', '--brand', 'joyfic', '--at-once', '2']);
  await until(() => expect(nights()).toHaveLength(2));
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(nights()).toEqual([expect.stringContaining('running'), expect.stringContaining('running')]);
});

it('the nightly process prevents a second one from running with the same state folder', async () => {
  const { output } = nightly(['--brand', 'local']);
  await until(() => expect(output()).toContain('next night'));
  const second = nightly(['--brand', 'tibok']);
  expect(await second.ended).toBe(2);
  expect(second.output()).toMatch(/already running over .*\. Stop it first/);
});

it('nightly --plan prints when rebuilds are due, and which were missed', async () => {
  const { code, stdout } = await command('nightly', ['--plan', '--brand', 'local', '--json'], {
    LECTERN_STATE: state,
    TZ: 'Europe/Berlin',
  });
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual([
    {
      brand: 'local',
      at: '15 3 * * *',
      timeZone: 'Europe/Berlin',
      next: expect.stringMatching(/T0[12]:15:00/),
      missed: expect.stringMatching(/T0[12]:15:00/),
    },
  ]);
});

it.each([
  [['--at-once', '0'], /--at-once is "0"\. Give a whole number from 1 to 64/],
  [['--delay', 'soon'], /--delay is "soon"/],
  [['--brand', 'nobody'], /no brand "nobody"/],
  [['--json'], /--json applies to --plan/],
  [['now'], /'now'.*Use --help/],
])('the nightly process rejects the arguments %j with exit code 2', async (args, message) => {
  const ended = await command('nightly', args, { LECTERN_STATE: state });
  expect(ended).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(message) });
});
