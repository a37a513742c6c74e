import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { command, type RunningServer, serve } from '../../../helpers/commands.ts';
import { type TestState, testState } from '../../../helpers/test-state.ts';

let state: TestState;
let site: RunningServer;

beforeAll(async () => {
  state = await testState();
  site = await serve('site', [], { LECTERN_STATE: state.folder, LECTERN_METRICS: '0' });
});
afterAll(async () => {
  await site.stop();
  await state.remove();
});

/** Waits until the log contains the URL of the metrics, and returns that URL. */
const address = () =>
  vi.waitFor(
    () => {
      const [, found] = /"address":"(http:\/\/127\.0\.0\.1:\d+\/metrics)"/.exec(site.log()) ?? [];
      if (found === undefined) throw new Error('not served yet');
      return found;
    },
    { timeout: 20_000 },
  );

it('npm run site counts its requests and prints the URL of its metrics', async () => {
  await fetch(`${site.origin}/healthz`);
  const text = await (await fetch(await address())).text();
  expect(text).toContain('lectern_http_requests_total{brand="local",kind="health",status="200"} 1\n');
  expect(text).toContain('lectern_upstream_circuit_open{brand="freenovel"} 0\n');
  expect(text).toMatch(/^lectern_render_thread_active_seconds_total\{thread="1"\} [\d.]+$/m);
});

it('npm run site exits with 2 if the port is in use', async () => {
  const { port } = new URL(await address());
  const ended = await command('site', ['--port', '0'], { LECTERN_STATE: state.folder, LECTERN_METRICS: port });
  expect(ended).toMatchObject({ code: 2, stderr: expect.stringContaining(`LECTERN_METRICS: port ${port} is in use`) });
});
