import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHttpServer } from '#src/server/index.ts';
import { recordingLog } from '../../helpers/recording-log.ts';
import { html, publish, type RunningServer, startServer, testBrand } from './fixture.ts';
import { ask, sendRaw } from './http.ts';

const TWELVE = [
  'local',
  'finalnovel',
  'fingeread',
  'freenovel',
  'joyfic',
  'moonovel',
  'novelandia',
  'novelpack',
  'novelpad',
  'novelyouth',
  'shenovel',
  'tibok',
];

let server: RunningServer;
beforeAll(async () => {
  server = await startServer(TWELVE.map((id) => testBrand(id)));
  for (const id of TWELVE) await publish(server.state, id, { pages: { '/': html(`home of ${id}`) } });
});
afterAll(() => server.close());

const titleAt = async (host: string) => /<title>(.*?)</.exec((await ask(server.port, host, '/')).text)?.[1];

describe('a host', () => {
  it.each(TWELVE)('selects the brand %s by its own name and as a subdomain of localhost', async (id) => {
    for (const host of [`${id}.test`, `${id}.localhost`, `${id.toUpperCase()}.LOCALHOST:${server.port}`, `${id}.test.`])
      expect(await titleAt(host)).toBe(`home of ${id}`);
  });

  it.each(['127.0.0.1', '[::1]:4321', '192.168.1.20:80', '10.0.0.1'])('%s is the development brand', async (host) => {
    expect(await titleAt(host)).toBe('home of local');
  });

  it.each(['unknown.test', 'evil.tibok.test', '8.8.8.8', 'a b', 'tibok.test@evil.test', 'tibok.test:99999999'])(
    '"%s" is no brand: 421 with a page',
    async (host) => {
      const { status, headers, text } = await ask(server.port, host, '/');
      expect(status).toBe(421);
      expect(text).toContain('<h1>No site here</h1>');
      expect(text).not.toContain(host);
      expect(headers['content-security-policy']).toContain("default-src 'none'");
    },
  );

  it('that is empty belongs to no brand', async () => {
    expect(await sendRaw(server.port, 'GET / HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n')).toMatch(
      /^HTTP\/1\.1 421 /,
    );
    expect(await sendRaw(server.port, 'GET / HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 421 /);
  });

  it('of an absolute request target wins over the Host header', async () => {
    const answer = await sendRaw(
      server.port,
      'GET http://tibok.test/ HTTP/1.1\r\nHost: joyfic.test\r\nConnection: close\r\n\r\n',
    );
    expect(answer).toContain('home of tibok');
  });

  it('in forwarded headers is ignored unless a trusted proxy sent it', async () => {
    const headers = { 'x-forwarded-host': 'tibok.test', 'x-forwarded-for': '8.8.8.8' };
    expect((await ask(server.port, 'joyfic.test', '/', { headers })).text).toContain('home of joyfic');
  });
});

describe('health', () => {
  it('is answered on any host', async () => {
    const alive = await ask(server.port, 'anything', '/healthz');
    expect({ status: alive.status, body: JSON.parse(alive.text) }).toEqual({ status: 200, body: { status: 'ok' } });
    expect((await ask(server.port, 'anything', '/readyz')).status).toBe(200);
  });

  it('depends on the awaited brands only', async () => {
    const young = await startServer([testBrand('ash'), testBrand('oak')], { awaited: ['ash'] });
    expect((await young.ask('ash', '/readyz')).status).toBe(503);
    await publish(young.state, 'ash', { pages: {} });
    await expect.poll(async () => (await young.ask('ash', '/readyz')).status, { timeout: 5000 }).toBe(200);
    await young.close();
  });

  it('is not ready while a brand has no release', async () => {
    const young = await startServer([testBrand('ash'), testBrand('oak')]);
    await publish(young.state, 'ash', { pages: {} });
    const { status, text } = await young.ask('ash', '/readyz');
    expect({ status, body: JSON.parse(text) }).toEqual({
      status: 503,
      body: { status: 'not ready', withoutRelease: ['oak'] },
    });
    expect((await young.ask('ash', '/healthz')).status).toBe(200);
    await young.close();
  });
});

describe('a configured proxy', () => {
  it('is trusted for the host and the address of the visitor', async () => {
    const behind = await startServer([testBrand('ash'), testBrand('oak')], { proxies: ['10.0.0.0/8', '127.0.0.1'] });
    await publish(behind.state, 'oak', { pages: { '/': html('oak') } });
    const { text } = await ask(behind.port, 'ash.test', '/', { headers: { 'x-forwarded-host': 'oak.test, ash.test' } });
    expect(text).toContain('<title>oak<');
    await behind.close();
  });

  it.each(['localhost', '10.0.0.0/33', '::1/129', '10.0.0.0/8/8', 'nonsense'])('"%s" is refused', async (entry) => {
    await expect(startServer([testBrand('ash')], { proxies: [entry] })).rejects.toThrow(`holds "${entry}"`);
  });
});

describe('a method', () => {
  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE', 'PATCH', 'PROPFIND'])(
    '%s is refused on pages',
    async (method) => {
      const { status, headers } = await ask(server.port, 'tibok.test', '/', { method });
      expect({ status, allow: headers.allow }).toEqual({ status: 405, allow: 'GET, HEAD' });
    },
  );

  it('CONNECT gets 405', async () => {
    const answer = await sendRaw(server.port, 'CONNECT tibok.test:443 HTTP/1.1\r\nHost: tibok.test:443\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 405 /);
  });

  it('CONNECT leaves no connection open, even where the client does not close it', async () => {
    const bare = createHttpServer(async () => {}, { log: recordingLog().log, headersTimeoutMs: 5000 });
    const port = await bare.listen(0, '127.0.0.1');
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    socket.on('error', () => {});
    socket.write('CONNECT tibok.test:443 HTTP/1.1\r\nHost: tibok.test:443\r\n\r\n');
    await once(socket.resume(), 'end');
    await bare.close();
    socket.destroy();
  });

  it('that asks for an upgrade gets the page', async () => {
    const upgrade = { connection: 'Upgrade', upgrade: 'websocket' };
    expect((await ask(server.port, 'tibok.test', '/', { headers: upgrade })).status).toBe(200);
  });
});
