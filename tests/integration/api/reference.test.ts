import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiReference } from '../../../src/commands/api/api-reference.ts';
import { startApi, type TestApi } from './fixture.ts';

const PREFIXES = ['/public', '/freenovel_api'];

describe('the API reference page', () => {
  let api: TestApi;
  let reference: object;
  beforeAll(async () => {
    reference = await apiReference(PREFIXES);
    api = await startApi(async () => {}, { reference });
  });
  afterAll(() => api.close());
  const ask = (path: string) => fetch(api.address + path);

  it('is served with all its files by the same host as the calls', async () => {
    const page = await ask('/docs');
    expect([page.status, page.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')]);
    const files = [...(await page.text()).matchAll(/(?:src|href)="\.?\/?([^":]+\.(?:js|css))"/g)].map(
      ([, name]) => name,
    );
    expect(files.length).toBeGreaterThan(2);
    for (const file of files) expect([file, (await ask(`/${file}`)).status]).toEqual([file, 200]);
    expect((await ask('/public/v1/book.list')).status).toBe(200);
  });

  it('loads no inline code and no files from other hosts, and has no toolbar', async () => {
    const policy = (await ask('/docs')).headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/https:|unsafe|upgrade/);
    expect(await (await ask('/docs/static/swagger-initializer.js')).text()).toContain('"layout":"BaseLayout"');
  });

  it('shows openapi.json with a server for the prefix of each brand', async () => {
    const document = await (await ask('/docs/json')).json();
    expect(document).toEqual(reference);
    expect(document.servers).toMatchObject([{ variables: { prefix: { default: '/public', enum: PREFIXES } } }]);
  });

  it('is off by default', async () => {
    const other = await startApi();
    expect((await fetch(`${other.address}/docs`)).status).toBe(404);
    await other.close();
  });
});
