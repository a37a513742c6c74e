import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { getConfig } from '#src/config/config.ts';
import { silentLog } from '#src/lib/log.ts';
import type { SiteServer } from '#src/serve/index.ts';
import { composeSiteServer } from '../../../src/commands/site/site-server.ts';
import { ask } from '../../helpers/http.ts';
import { html, publish } from '../../helpers/published-brand.ts';
import { refuse, type ScriptedServer, startScriptedServer } from '../../helpers/scripted-server.ts';
import { type TestState, testState } from '../../helpers/test-state.ts';

let state: TestState;
let upstream: ScriptedServer;
let server: SiteServer | undefined;
/** How long the upstream takes for each call, in ms. */
let delayMs = 0;

beforeEach(async () => {
  state = await testState();
  delayMs = 0;
  upstream = await startScriptedServer(async (response) => {
    await wait(delayMs);
    refuse(response, 404, 'NOT_FOUND');
  });
});
afterEach(async () => {
  await upstream.close();
  await server?.close();
  await state.remove();
});

it('the first novel page after a start makes only the upstream calls that the novel needs', async () => {
  const pages = { '/': html('home'), '/404': html('missing') };
  await publish(state.folder, 'freenovel', { pages });
  const config = getConfig({ LECTERN_STATE: state.folder, LECTERN_RENDER_WAIT: '60000' });
  server = await composeSiteServer(config, upstream.origin, silentLog, { served: ['freenovel'] });
  const port = await server.listen(0);
  const before = upstream.seen.length;
  // Requests enough pages that each thread renders at least one.
  const answers = await Promise.all(
    [91, 92, 93, 94].map((book) => ask(port, 'freenovel.localhost', `/novel/${book}/Fantasy/Unseen`)),
  );
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  const calls = upstream.seen.slice(before).filter(({ path }) => !path.endsWith('/content-version'));
  expect(calls.length).toBeGreaterThan(0);
  for (const { query } of calls) expect(query['book_id'] ?? query['name']).toMatch(/^(9[1-4]|Unseen)$/);
});

it('the first pages after a start wait up to LECTERN_RENDER_WAIT for the upstream', async () => {
  await publish(state.folder, 'freenovel', { pages: { '/': html('home'), '/404': html('missing') } });
  const config = getConfig({ LECTERN_STATE: state.folder, LECTERN_RENDER_WAIT: '60000' });
  server = await composeSiteServer(config, upstream.origin, silentLog, { served: ['freenovel'] });
  const port = await server.listen(0);
  delayMs = 3000;
  const answers = await Promise.all(
    [91, 92, 93, 94].map((book) => ask(port, 'freenovel.localhost', `/book-reader/${book}`)),
  );
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
});
