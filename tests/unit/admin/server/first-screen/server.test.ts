import { setTimeout } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ConfigError } from '#src/lib/errors.ts';
import { CREATED, PASSWORD, startScreen, type TestScreen } from './fixture.ts';

let test: TestScreen;
afterEach(() => test.close());

const start = (...args: Parameters<typeof startScreen>) => {
  test = startScreen(...args);
  return test;
};

const ROUTES = [
  ['GET', '/api/setup'],
  ['PUT', '/api/setup/answers'],
  ['PUT', '/api/setup/pictures/logo'],
  ['DELETE', '/api/setup/pictures/logo'],
  ['POST', '/api/setup/books'],
  ['PUT', '/api/setup/books/0'],
  ['DELETE', '/api/setup/books'],
  ['POST', '/api/setup/books/read'],
  ['GET', '/api/setup/preview'],
  ['POST', '/api/setup/create'],
] as const;

describe('the first screen', () => {
  it.each(ROUTES)('refuses %s %s without a session', async (method, path) => {
    const { status, body } = await start().ask(method, path);
    expect([status, body.error.code]).toEqual([401, 'signed_out']);
  });

  it.each([...ROUTES, ['POST', '/api/setup/open'] as const])(
    'has no %s %s once there is a site or an account',
    async (method, path) => {
      let isNeeded = true;
      const { open, ask, screen } = start({ isNeeded: async () => isNeeded });
      await open();
      isNeeded = false;
      const { status, body } = await ask(method, path, { body: { token: screen.token } });
      expect([status, body.error.code]).toEqual([404, 'not_found']);
      await screen.ended;
    },
  );

  it('ends without a request once there is a site or an account, even if a check fails', async () => {
    const results = [true, undefined, true, false];
    const check = vi.fn(async () => results.shift() ?? Promise.reject(new Error('SQLITE_BUSY')));
    const { screen } = start({ isNeeded: check }, 5);
    await screen.listen(0);
    await screen.ended;
    expect(check).toHaveBeenCalledTimes(4);
    await setTimeout(50);
    expect(check).toHaveBeenCalledTimes(4);
  });

  it('stops checking when it is closed', async () => {
    const check = vi.fn(async () => true);
    const { screen } = start({ isNeeded: check }, 5);
    await screen.listen(0);
    await expect.poll(() => check.mock.calls.length, { interval: 5 }).toBeGreaterThan(1);
    await screen.close();
    const { length } = check.mock.calls;
    await setTimeout(50);
    expect(check.mock.calls.length).toBeLessThanOrEqual(length + 1);
  });

  it.each([
    ['another host, to which a name server could point', { host: 'attacker.example' }, 'wrong_host'],
    ['another port of this machine', { origin: 'http://localhost:4321' }, 'wrong_origin'],
    ['another site', { origin: 'https://attacker.example' }, 'wrong_origin'],
    ['no origin', { origin: '' }, 'wrong_origin'],
    ['a proxy', { 'x-forwarded-for': '203.0.113.7' }, 'wrong_host'],
    ['a proxy with the standard header', { forwarded: 'for=203.0.113.7' }, 'wrong_host'],
  ])('does not accept the link from %s', async (_what, headers, code) => {
    const { ask, screen, open } = start();
    const { status, body } = await ask('POST', '/api/setup/open', { body: { token: screen.token }, headers });
    expect([status, body.error.code]).toEqual([403, code]);
    expect((await open()).status).toBe(204);
  });

  it('shows neither state nor page to another host', async () => {
    const { ask, open } = start();
    await open();
    for (const path of ['/', '/api/setup'])
      expect((await ask('GET', path, { headers: { host: 'attacker.example' } })).status).toBe(403);
  });

  it.each(['GET /api/session', 'POST /api/session', 'GET /api/books'])(
    'answers %s, a route of the admin, with setup_required',
    async (route) => {
      const [method = '', path = ''] = route.split(' ');
      const { status, body } = await start().ask(method, path);
      expect([status, body.error.code]).toEqual([503, 'setup_required']);
    },
  );

  it('saves answers, but never a password', async () => {
    const { open, ask, saved } = start();
    await open();
    expect((await ask('PUT', '/api/setup/answers', { body: { name: 'Acme', locales: ['en'] } })).body.suggestedId).toBe(
      'acme',
    );
    await ask('PUT', '/api/setup/answers', { body: { email: 'ann@example.com' } });
    expect(saved()).toEqual({ name: 'Acme', locales: ['en'], email: 'ann@example.com' });
    const { status } = await ask('PUT', '/api/setup/answers', { body: { password: PASSWORD } });
    expect(status).toBe(422);
    expect(JSON.stringify(saved())).not.toContain(PASSWORD);
  });

  it.each(['books', 'logo', 'cover'])('does not accept a path on this machine as %s', async (field) => {
    const { open, ask, saved } = start();
    await open();
    expect((await ask('PUT', '/api/setup/answers', { body: { [field]: '/tmp/secret' } })).status).toBe(422);
    expect(saved()).toEqual({});
  });
});

describe('a picture of the first screen', () => {
  const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 32"/>');
  const svg = { body: SVG, headers: { 'content-type': 'image/svg+xml' } };

  it('is stored until it is removed', async () => {
    const { open, ask, saved, folder } = start();
    await open();
    expect((await ask('PUT', '/api/setup/pictures/logo', svg)).status).toBe(204);
    expect(saved().logo).toBe(`${folder}/logo.svg`);
    expect((await ask('GET', '/api/setup')).body.pictures).toEqual({ logo: 'logo.svg', cover: null });
    await ask('DELETE', '/api/setup/pictures/logo');
    expect((await ask('GET', '/api/setup')).body.pictures).toEqual({ logo: null, cover: null });
  });

  it('is refused if the brand could not use it', async () => {
    const { open, ask, saved } = start({ pictureProblem: async () => 'is 10 x 10.' });
    await open();
    const { status, body } = await ask('PUT', '/api/setup/pictures/logo', svg);
    expect([status, body.error.fields]).toEqual([422, { logo: 'is 10 x 10.' }]);
    expect(saved()).toEqual({});
  });

  it('has one of four formats', async () => {
    const { open, ask } = start();
    await open();
    const gif = { body: SVG, headers: { 'content-type': 'image/gif' } };
    expect((await ask('PUT', '/api/setup/pictures/cover', gif)).status).toBe(415);
    expect((await ask('PUT', '/api/setup/pictures/header', svg)).status).toBe(404);
  });
});

describe('creating the site on the first screen', () => {
  const create = { body: { password: PASSWORD } };
  const withEmail = async (changes: Parameters<typeof startScreen>[0] = {}) => {
    start(changes);
    await test.open();
    await test.ask('PUT', '/api/setup/answers', { body: { email: 'ann@example.com' } });
  };
  const phase = async () => {
    await test.screen.app.ready();
    return (await test.ask('GET', '/api/setup')).body;
  };

  it('passes the password on, and ends once the browser knows the result', async () => {
    const requests: unknown[] = [];
    await withEmail({
      create: async (_answers, request) => {
        requests.push(request);
        return CREATED;
      },
    });
    expect((await test.ask('POST', '/api/setup/create', create)).status).toBe(202);
    await expect.poll(phase).toMatchObject({ phase: 'created', created: CREATED });
    expect(requests).toEqual([{ password: PASSWORD, fresh: false }]);
    await test.screen.ended;
  });

  it.each([
    ['too short', 'must have at least 12 characters'],
    ['passwordpassword', 'is too easy to guess. Choose another one'],
  ])('refuses the password "%s"', async (password, message) => {
    await withEmail();
    const { status, body } = await test.ask('POST', '/api/setup/create', { body: { password } });
    expect([status, body.error.fields]).toEqual([422, { password: message }]);
  });

  it('refuses answers with problems, and names them', async () => {
    const fields = { name: 'Enter the name of your site.' };
    await withEmail({ check: async () => ({ fields, suggestedId: '', colours: undefined }) });
    for (const path of ['/api/setup/create', '/api/setup/preview']) {
      const method = path.endsWith('create') ? 'POST' : 'GET';
      const { status, body } = await test.ask(method, path, method === 'POST' ? create : {});
      expect([status, body.error.fields]).toEqual([422, fields]);
    }
  });

  it('shows a problem that the person can solve, and can be repeated', async () => {
    let isOpen = true;
    await withEmail({
      create: async () => {
        if (isOpen) throw new ConfigError('Stop npm start.');
        return CREATED;
      },
    });
    await test.ask('POST', '/api/setup/create', create);
    await expect.poll(phase).toMatchObject({ phase: 'failed', error: 'Stop npm start.' });
    isOpen = false;
    await test.ask('POST', '/api/setup/create', create);
    await expect.poll(phase).toMatchObject({ phase: 'created', error: null });
  });

  it('does not show an unexpected error', async () => {
    await withEmail({
      create: async () => {
        throw new Error('SQLITE_CORRUPT at /var/secret');
      },
    });
    await test.ask('POST', '/api/setup/create', create);
    await expect.poll(async () => (await phase()).error).toContain('See the terminal');
  });

  it('accepts no changes and no second request meanwhile', async () => {
    const { promise, resolve } = Promise.withResolvers<typeof CREATED>();
    await withEmail({ create: () => promise });
    await test.ask('POST', '/api/setup/create', create);
    expect((await test.ask('POST', '/api/setup/create', create)).status).toBe(409);
    expect((await test.ask('PUT', '/api/setup/answers', { body: { name: 'Other' } })).status).toBe(409);
    expect((await test.ask('DELETE', '/api/setup/books')).status).toBe(409);
    resolve(CREATED);
    await expect.poll(phase).toMatchObject({ phase: 'created' });
  });

  it('prints a link to this machine, whose token works there', async () => {
    start();
    const { link, port } = await test.screen.listen(0);
    expect(link).toBe(`http://localhost:${port}/#/setup/${test.screen.token}`);
    const response = await fetch(`http://127.0.0.1:${port}/api/setup/open`, {
      method: 'POST',
      headers: { origin: `http://127.0.0.1:${port}`, 'content-type': 'application/json' },
      body: JSON.stringify({ token: test.screen.token }),
    });
    expect(response.status).toBe(204);
  });
});
