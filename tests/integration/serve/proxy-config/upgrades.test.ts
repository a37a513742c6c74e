import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ask } from '../../../helpers/http.ts';
import { ERROR_PAGES, html } from '../../../helpers/published-brand.ts';
import { type RunningServer, startServer } from '../../../helpers/running-server.ts';
import { type ScriptedServer, send, startScriptedServer } from '../../../helpers/scripted-server.ts';
import { startWebServer, type WebServer } from '../../../helpers/web-server.ts';
import { BRANDS, PROXIED, publishBrands, publishNewer } from './fixture.ts';

/**
 * Number of upgrades, each of which restarts both servers. `LECTERN_TEST_UPGRADES=20` runs the long version of the
 * test.
 */
const UPGRADES = Number(process.env['LECTERN_TEST_UPGRADES'] ?? '2');
/** Pause between two requests to a web server, in ms: 50 requests per second to each of the two, 100 in total. */
const PAUSE_MS = 20;
const REQUESTS_PER_RESTART = UPGRADES > 5 ? 250 : 120;
const REQUESTS = UPGRADES * 2 * REQUESTS_PER_RESTART;
const DRAIN_MS = 2000;

let upstream: ScriptedServer;
let servers: RunningServer[];
const webs = new Map<string, WebServer>();

/** A site with this version of the code. Nothing is cached, so that our servers handle every request. */
const siteOf = (version: number) => ({
  async render({ url }: Request) {
    await wait(30);
    return new Response(html(`${version} ${new URL(url).pathname}`));
  },
});
const serve = (version: number, more: object, port = 0) =>
  startServer(
    BRANDS,
    { site: siteOf(version), proxies: ['127.0.0.1'], upstreamOrigin: upstream.origin, ...more },
    port,
  );

beforeEach(async () => {
  upstream = await startScriptedServer((response) => send(response, 200, { success: 1, data: {}, errors: [] }));
  const first = await serve(0, {});
  await publishBrands(first.state);
  servers = [first, await serve(0, { state: first.state })];
});
afterEach(async () => {
  for (const web of webs.values()) await web.close();
  webs.clear();
  await Promise.all(servers.map((server) => server.close()));
  await upstream.close();
});

/**
 * Performs all upgrades while requests are sent: restarts the servers one after the other with newer code, then
 * publishes the pages of that code.
 */
async function upgradeAll(state: string, count: () => number): Promise<void> {
  for (let restart = 0; restart < UPGRADES * 2; restart += 1) {
    while (count() < (restart + 0.5) * REQUESTS_PER_RESTART) await wait(PAUSE_MS);
    const version = Math.floor(restart / 2) + 1;
    const running = servers[restart % 2];
    if (!running) throw new Error('no server');
    await running.server.close(DRAIN_MS);
    servers[restart % 2] = { ...(await serve(version, { state }, running.port)), port: running.port };
    if (restart % 2 === 1) await publishVersion(state, version);
  }
}

const publishVersion = (state: string, version: number) =>
  publishNewer(
    state,
    'ash',
    { ...ERROR_PAGES, '/genres': html(`genres ${version}`) },
    `bundle${version}`,
    `policy ${version}`,
  );

/** The nth request of a visitor: an API call, a page of the release, or a page rendered on request. */
function nthRequest(n: number): { path: string; options: { method?: string; body?: string } } {
  if (n % 5 === 0) return { path: '/ash_api/v1/book.show', options: { method: 'POST', body: '{}' } };
  return { path: n % 5 === 1 ? '/genres' : `/novel/${n}/Fantasy/A-Tale`, options: {} };
}

it('nginx and Caddy keep responding while two servers are upgraded one after the other and newer pages are published', async () => {
  const [first, second] = servers;
  if (!first || !second) throw new Error('no servers');
  const sites = { brands: PROXIED, state: first.state, site: [first.port, second.port] };
  for (const kind of ['nginx', 'caddy'] as const) webs.set(kind, await startWebServer(kind, sites));
  const answers: Promise<string>[] = [];
  const upgrades = upgradeAll(first.state, () => answers.length / webs.size);
  for (let n = 0; n < REQUESTS; n += 1) {
    const { path, options } = nthRequest(n);
    for (const [kind, { port }] of webs)
      answers.push(
        ask(port, 'ash.test', path, options).then(
          ({ status, headers }) => `${kind} ${status}${headers['retry-after'] === undefined ? '' : ', come again'}`,
          String,
        ),
      );
    await wait(PAUSE_MS);
  }
  await upgrades;
  const counts = Object.groupBy(await Promise.all(answers), (answer) => answer);
  const answered = Object.fromEntries(Object.entries(counts).map(([answer, all]) => [answer, all?.length]));
  expect(answered).toEqual(Object.fromEntries([...webs.keys()].map((kind) => [`${kind} 200`, REQUESTS])));
  for (const [, { port }] of webs) {
    // The web server alternates between the two servers, and each checks once a second which release is live.
    for (let times = 0; times < servers.length; times += 1) {
      await expect.poll(async () => (await ask(port, 'ash.test', '/genres')).text).toBe(html(`genres ${UPGRADES}`));
      await expect
        .poll(async () => (await ask(port, 'ash.test', '/genres')).headers['content-security-policy'])
        .toContain(`policy ${UPGRADES}`);
    }
    expect((await ask(port, 'ash.test', '/novel/1/Fantasy/New')).text).toBe(html(`${UPGRADES} /novel/1/Fantasy/New`));
  }
});
