import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Gate, openGate } from '../../../../scripts/browsers/gate.ts';

const SCRIPT = 'globalThis.isFirst = true';

const site = createServer((request, response) => {
  if (request.headers['if-none-match']) response.writeHead(304).end();
  else if (request.url === '/page')
    response
      .setHeader('content-type', 'text/html; charset=utf-8')
      .setHeader('content-security-policy', "default-src 'none'; script-src 'self'; img-src 'self'")
      .end('<html><head><title>é</title></head></html>');
  else if (request.url === '/page.css') response.setHeader('content-type', 'text/css').end('é:has(b){}');
  else if (request.url === '/sw.js') response.setHeader('content-type', 'text/javascript').end('start();');
  else if (request.url === '/slow') slow = () => response.end('late');
  else if (request.method === 'POST') request.pipe(response);
  else response.writeHead(404, { 'content-type': 'text/plain' }).end('no');
});
/** Answers the request for `/slow`. */
let slow: (() => void) | undefined;
let plain: Gate;
let changing: Gate;
const ask = (gate: Gate, path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${gate.port}${path}`, init);

beforeAll(async () => {
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const { port } = site.address() as AddressInfo;
  plain = await openGate(port);
  changing = await openGate(port, {
    page: SCRIPT,
    worker: SCRIPT,
    style: (css) => css.replaceAll(':has(', ':not-known('),
  });
});
afterAll(async () => {
  await plain.close();
  await changing.close();
  site.close();
});

describe('the proxy between a browser and the site', () => {
  it('forwards requests and responses unchanged', async () => {
    expect(await (await ask(plain, '/page')).text()).toBe('<html><head><title>é</title></head></html>');
    expect(await (await ask(plain, '/echo', { method: 'POST', body: 'words' })).text()).toBe('words');
    expect(plain.takeFaults()).toEqual([]);
  });

  it("injects a script before all other scripts, and allows it in the page's policy", async () => {
    const page = await ask(changing, '/page');
    expect(await page.text()).toBe(`<html><head><script>${SCRIPT}</script><title>é</title></head></html>`);
    expect(page.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; script-src 'sha256-[\w+/]{43}=' 'self'; img-src 'self'$/,
    );
    const worker = await ask(changing, '/sw.js', { headers: { 'service-worker': 'script' } });
    expect(await worker.text()).toBe(`${SCRIPT}\nstart();`);
    expect(await (await ask(changing, '/sw.js')).text()).toBe('start();');
  });

  it('requests complete pages, never a 304, if it changes pages', async () => {
    const headers = { 'if-none-match': '"a"' };
    expect((await ask(plain, '/page', { headers })).status).toBe(304);
    const page = await ask(changing, '/page', { headers });
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining(SCRIPT)]);
  });

  it('rewrites style sheets', async () => {
    expect(await (await ask(changing, '/page.css')).text()).toBe('é:not-known(b){}');
    expect(await (await ask(plain, '/page.css')).text()).toBe('é:has(b){}');
  });

  it('records failed responses and violations of the content security policy', async () => {
    await (await ask(plain, '/none')).text();
    await ask(plain, '/_report', { method: 'POST', body: '{"blocked":"x"}' });
    expect(plain.takeFaults()).toEqual(['404 GET /none', 'CSP report: {"blocked":"x"}']);
    expect(plain.takeFaults()).toEqual([]);
  });

  it('is idle when all requests have been answered', async () => {
    await vi.waitFor(() => expect(plain.isIdle()).toBe(true));
    const answer = ask(plain, '/slow');
    await vi.waitFor(() => expect(slow).toBeDefined());
    expect(plain.isIdle()).toBe(false);
    slow?.();
    expect(await (await answer).text()).toBe('late');
    await vi.waitFor(() => expect(plain.isIdle()).toBe(true));
  });

  it('breaks all connections until they are restored', async () => {
    plain.cut();
    await expect(ask(plain, '/page')).rejects.toThrow();
    plain.restore();
    // The client may first use a connection that was reset.
    await vi.waitFor(async () => expect((await ask(plain, '/page')).status).toBe(200));
  });
});
