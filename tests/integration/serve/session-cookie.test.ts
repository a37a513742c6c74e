import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testBrand } from '../../helpers/published-brand.ts';
import { type RunningServer, startServer } from '../../helpers/running-server.ts';
import { type ScriptedServer, startScriptedServer, succeed } from '../../helpers/scripted-server.ts';

const COOKIE = '__Host-lectern_session=secret';
const SET = [`${COOKIE}; Path=/; Secure; HttpOnly; SameSite=Lax`, 'tracker=1; Path=/'];
let upstream: ScriptedServer;
let server: RunningServer;

beforeEach(async () => {
  upstream = await startScriptedServer((response) =>
    succeed(response, {}, { 'set-cookie': SET as never, 'cache-control': 'public, max-age=60' }),
  );
  server = await startServer([testBrand('ash')], { upstreamOrigin: upstream.origin });
});
afterEach(async () => {
  await server.close();
  await upstream.close();
});

const call = (name: string, method = 'POST') =>
  server.ask('ash', `/ash_api/v1/${name}`, { method, headers: { cookie: `hb_lang=en; ${COOKIE}; other=2` } });

describe('the session cookie', () => {
  it.each(['auth.refresh', 'auth.login', 'auth.logout', 'auth.oidc_finish', 'user.delete'])(
    'is the only cookie forwarded in either direction for %s, and the response is no-store',
    async (name) => {
      const { headers } = await call(name);
      expect(upstream.seen[0]?.headers.cookie).toBe(COOKIE);
      expect(headers['set-cookie']).toEqual([SET[0]]);
      expect(headers['cache-control']).toBe('no-store');
    },
  );

  it.each(['user.profile', 'book.show', 'history.sync', 'x.auth.refresh/more', 'authx.refresh'])(
    'is not forwarded for %s, nor is any other cookie',
    async (name) => {
      const { headers } = await call(name, 'GET');
      expect(upstream.seen[0]?.headers).not.toHaveProperty('cookie');
      expect(headers).not.toHaveProperty('set-cookie');
    },
  );
});
