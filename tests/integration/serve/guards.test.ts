import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../helpers/http.ts';
import { html, publish, testBrand } from '../../helpers/published-brand.ts';
import { type RunningServer, startServer } from '../../helpers/running-server.ts';

const PAGES = { '/': html('home'), '/history': html('history'), '/myinfo': html('account') };

let server: RunningServer;
beforeAll(async () => {
  const guards = { '*': ['host'], history: ['host', 'fullMoon'], search: ['<b>&"'], myinfo: ['fullMoon', 'host'] };
  server = await startServer([testBrand('ash')], { guards });
  await publish(server.state, 'ash', { pages: PAGES });
});
afterAll(() => server.close());

describe('an unknown guard in the guard table', () => {
  it('makes its route return status 500, with the name of the guard', async () => {
    const { status, text, headers } = await server.ask('ash', '/history');
    expect(status).toBe(500);
    expect(text).toContain('<h1>Unknown middleware fullMoon</h1>');
    expect(headers['cache-control']).toBe('no-store');
  });

  it('is named in plain text, even if its name is HTML', async () => {
    const { status, text } = await server.ask('ash', '/search');
    expect(status).toBe(500);
    expect(text).toContain('Unknown middleware &lt;b&gt;&amp;&quot;');
  });

  it('does not affect other routes', async () => {
    expect((await server.ask('ash', '/')).text).toBe(html('home'));
    expect((await server.ask('ash', '/nothing')).status).toBe(404);
  });

  it('is logged once', async () => {
    for (let time = 0; time < 3; time += 1) await server.ask('ash', '/myinfo');
    expect(server.lines.filter((line) => line.includes('Unknown middleware fullMoon'))).toHaveLength(1);
  });

  it('has an effect only if the guards before it in the table let the request pass', async () => {
    expect((await ask(server.port, 'elm.test', '/history')).status).toBe(421);
    expect((await ask(server.port, 'elm.test', '/myinfo')).status).toBe(500);
  });
});

describe('the host guard', () => {
  it('returns 421 to an unknown host even if the table omits this guard', async () => {
    expect((await ask(server.port, 'elm.test', '/search')).status).toBe(500);
    const open = await startServer([testBrand('ash')], { guards: {} });
    expect((await ask(open.port, 'elm.test', '/')).status).toBe(421);
    await open.close();
  });
});

describe('the guards of the site', () => {
  it('all exist in the code', async () => {
    const usual = await startServer([testBrand('ash')]);
    await publish(usual.state, 'ash', { pages: PAGES });
    for (const path of Object.keys(PAGES)) expect((await usual.ask('ash', path)).status).toBe(200);
    expect((await ask(usual.port, 'elm.test', '/')).status).toBe(421);
    await usual.close();
  });
});
