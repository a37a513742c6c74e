import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ScriptedServer, send, startScriptedServer } from '../../helpers/scripted-server.ts';
import { startWebServer, type WebServer } from '../../helpers/web-server.ts';
import { html, type RunningServer, startServer } from '../server/fixture.ts';
import { ask } from '../server/http.ts';
import { BRANDS, PROXIED, publishBrands } from './fixture.ts';

/** `LECTERN_TEST_RESTARTS=20` makes it the long form, of 10,000 requests to each web server. */
const RESTARTS = Number(process.env['LECTERN_TEST_RESTARTS'] ?? '2');
/** Milliseconds between two requests to a web server: 50 a second. */
const PAUSE_MS = 20;
const REQUESTS_PER_RESTART = RESTARTS > 5 ? 500 : 120;
const DRAIN_MS = 2000;

let upstream: ScriptedServer;
let servers: RunningServer[];
const webs = new Map<string, WebServer>();

/** Nothing is kept, so that our servers answer every request. */
const site = {
  async render({ url }: Request) {
    await wait(30);
    return new Response(html(new URL(url).pathname));
  },
};
const serve = (more: object, port = 0) =>
  startServer(BRANDS, { site, proxies: ['127.0.0.1'], upstreamOrigin: upstream.origin, ...more }, port);

beforeEach(async () => {
  upstream = await startScriptedServer((response) => send(response, 200, { success: 1, data: {}, errors: [] }));
  const first = await serve({});
  await publishBrands(first.state);
  servers = [first, await serve({ state: first.state })];
});
afterEach(async () => {
  for (const web of webs.values()) await web.close();
  webs.clear();
  await Promise.all(servers.map((server) => server.close()));
  await upstream.close();
});

/** Restarts the servers in turn until all requests have been sent. */
async function restartInTurn(state: string, count: () => number): Promise<void> {
  for (let restart = 0; restart < RESTARTS; restart += 1) {
    while (count() < (restart + 0.5) * REQUESTS_PER_RESTART) await wait(PAUSE_MS);
    const running = servers[restart % 2];
    if (!running) throw new Error('no server');
    await running.server.close(DRAIN_MS);
    servers[restart % 2] = { ...(await serve({ state }, running.port)), port: running.port };
  }
}

it('nginx and Caddy lose no request while two servers are restarted in turn', async () => {
  const [first, second] = servers;
  if (!first || !second) throw new Error('no servers');
  const sites = { brands: PROXIED, state: first.state, site: [first.port, second.port] };
  for (const kind of ['nginx', 'caddy'] as const) webs.set(kind, await startWebServer(kind, sites));
  const answers: Promise<string>[] = [];
  const restarts = restartInTurn(first.state, () => answers.length / webs.size);
  for (let n = 0; n < RESTARTS * REQUESTS_PER_RESTART; n += 1) {
    const call = n % 5 === 0;
    const path = call ? '/ash_api/v1/book.show' : `/novel/${n}/Fantasy/A-Tale`;
    const options = call ? { method: 'POST', body: '{}' } : {};
    for (const [kind, { port }] of webs)
      answers.push(ask(port, 'ash.test', path, options).then(({ status }) => `${kind} ${status}`, String));
    await wait(PAUSE_MS);
  }
  await restarts;
  const counts = Object.entries(Object.groupBy(await Promise.all(answers), (answer) => answer));
  const each = RESTARTS * REQUESTS_PER_RESTART;
  expect(Object.fromEntries(counts.map(([answer, of]) => [answer, of?.length]))).toEqual({
    'nginx 200': each,
    'caddy 200': each,
  });
});
