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

beforeEach(async () => {
  state = await testState();
  upstream = await startScriptedServer((response) => refuse(response, 404, 'NOT_FOUND'));
});
afterEach(async () => {
  await upstream.close();
  await server?.close();
  await state.remove();
});

it('the first novel page after a start makes only the upstream calls for that novel', {
  timeout: 120_000,
}, async () => {
  const pages = { '/': html('home'), '/404': html('missing') };
  await publish(state.folder, 'freenovel', { pages });
  const config = getConfig({ LECTERN_STATE: state.folder, LECTERN_RENDER_WAIT: '60000' });
  server = await composeSiteServer(config, upstream.origin, silentLog, { served: ['freenovel'] });
  const port = await server.listen(0);
  const before = upstream.seen.length;
  // At least one page per thread.
  const answers = await Promise.all(
    [91, 92, 93, 94].map((book) => ask(port, 'freenovel.localhost', `/novel/${book}/Fantasy/Unseen`)),
  );
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  const calls = upstream.seen.slice(before).filter(({ path }) => !path.endsWith('/content-version'));
  expect(calls.length).toBeGreaterThan(0);
  for (const { query } of calls) expect(query['book_id'] ?? query['name']).toMatch(/^(9[1-4]|Unseen)$/);
});
