import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { publish, testBrand } from '../../helpers/published-brand.ts';
import { type RunningServer, startServer } from '../../helpers/running-server.ts';

const CODE = `(function(){${'/* the worker */'.repeat(200)}})()`;

let built: string;
let server: RunningServer;
beforeAll(() => {
  built = mkdtempSync(join(tmpdir(), 'lectern-worker-'));
  for (const folder of ['client', 'worker']) mkdirSync(join(built, folder));
  writeFileSync(join(built, 'worker/sw.js'), CODE);
});
afterAll(() => rmSync(built, { recursive: true, force: true }));
afterEach(() => server.close());

const start = async (brandChange: object = {}) => {
  const brands = [testBrand('one', { locales: ['en', 'es'] }), testBrand('two')];
  server = await startServer(brands, { clientFolder: join(built, 'client'), ...brandChange });
  for (const brand of ['one', 'two']) await publish(server.state, brand, { pages: {} });
};

describe('/sw.js', () => {
  it('starts with the API prefix and the languages of the brand, and has the same code for all brands', async () => {
    await start();
    const [one, two] = [await server.ask('one', '/sw.js'), await server.ask('two', '/sw.js')];
    expect(one.text).toBe(
      `const LECTERN_BRAND = {"prefix":"/one_api","locales":["es"],"icon":"assets/icon.svg"};\n${CODE}`,
    );
    expect(two.text).toContain('"prefix":"/two_api","locales":[]');
  });

  it('is a script that is revalidated each time and may only fetch from its own host', async () => {
    await start();
    const { status, headers } = await server.ask('one', '/sw.js', { headers: { 'accept-encoding': 'br' } });
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
      'content-encoding': 'br',
      'content-security-policy': "default-src 'none'; connect-src 'self'",
    });
    const again = await server.ask('one', '/sw.js', {
      headers: { 'accept-encoding': 'br', 'if-none-match': String(headers.etag) },
    });
    expect(again.status).toBe(304);
  });

  it('unregisters the service worker if it is disabled', async () => {
    await start({ serviceWorker: false });
    const { status, text } = await server.ask('one', '/sw.js');
    expect(status).toBe(200);
    expect(text).toContain('registration.unregister()');
    expect(text).toContain("startsWith('lectern/')");
    expect(text).not.toContain('LECTERN_BRAND');
  });

  it('returns 404 if the bundle has no service worker', async () => {
    await start({ clientFolder: '/nowhere/client' });
    expect((await server.ask('one', '/sw.js')).status).toBe(404);
  });
});
