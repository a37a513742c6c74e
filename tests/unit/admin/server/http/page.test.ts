import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fastify } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addPage } from '#src/admin/server/http/page.ts';
import { startAdmin } from '../fixture.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-page-'));
  mkdirSync(join(folder, 'assets/fonts'), { recursive: true });
  const files = {
    'index.html': '<script nonce="__NONCE__"></script><style nonce="__NONCE__"></style>',
    'preview.html': '<p>__NONCE__</p>',
    'favicon.svg': '<svg/>',
    'assets/app-1a2b.js': 'run()',
    'assets/fonts/text.woff2': 'font',
    'assets/data.bin': 'data',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function ask(path: string, page: string | undefined = folder) {
  const app = fastify();
  addPage(app, page);
  return app.inject(path);
}
const nonceIn = (policy: unknown) => /style-src 'self' 'nonce-([^']+)'/.exec(String(policy))?.[1];

describe('the files of the admin page', () => {
  it.each(['/', '/index.html', '/books/7', '/assets/gone.js', '/?next=/assets/app-1a2b.js'])(
    'include the page at %s, uncached, with a nonce in each placeholder',
    async (path) => {
      const { statusCode, headers, payload } = await ask(path);
      const nonce = nonceIn(headers['content-security-policy']);
      expect(Buffer.from(nonce ?? '', 'base64')).toHaveLength(16);
      expect([statusCode, payload]).toEqual([
        200,
        `<script nonce="${nonce}"></script><style nonce="${nonce}"></style>`,
      ]);
      expect(headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': 'text/html; charset=utf-8' });
    },
  );

  it.each(['/api', '/api/', '/api/nothing', '/api/books/1/nothing?x=1', '/%61pi/nothing', '/API/books'])(
    'do not include the unknown API path %s, which returns 404 as JSON',
    async (path) => {
      const test = await startAdmin(undefined, { page: folder });
      const answers = [await test.ask('GET', path), await test.ask('GET', '/apis')];
      await test.close();
      expect(answers.map(({ status }) => status)).toEqual([404, 200]);
      expect(answers[0]?.body.error.code).toBe('not_found');
    },
  );

  it('are served with a new nonce each time, and with a policy against inline scripts and frames', async () => {
    const policies = [await ask('/'), await ask('/')].map(({ headers }) => String(headers['content-security-policy']));
    expect(nonceIn(policies[0])).not.toBe(nonceIn(policies[1]));
    expect(policies[0]).toContain("script-src 'self';");
    expect(policies[0]).toContain("frame-ancestors 'none'");
    expect(policies[0]).toContain("require-trusted-types-for 'script'");
  });

  it.each([
    ['/assets/app-1a2b.js', 'text/javascript; charset=utf-8', 'run()'],
    ['/assets/fonts/text.woff2?v=1', 'font/woff2', 'font'],
    ['/assets/data.bin', 'application/octet-stream', 'data'],
  ])('are cached if their name has a hash, like %s, which is served as %s', async (path, type, text) => {
    const { headers, payload } = await ask(path);
    expect([payload, headers['content-type']]).toEqual([text, type]);
    expect(headers['cache-control']).toContain('immutable');
    expect(headers['content-security-policy']).toBeUndefined();
  });

  it('are revalidated by browsers if their name has no hash', async () => {
    const { headers } = await ask('/favicon.svg');
    expect(headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=0, must-revalidate',
    });
  });

  it("include the preview frame, which runs no scripts and can only be embedded in the admin's own page", async () => {
    const { headers, payload } = await ask('/preview.html');
    expect([payload, headers['x-frame-options']]).toEqual(['<p>__NONCE__</p>', 'SAMEORIGIN']);
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("frame-ancestors 'self'");
    expect(policy).toMatch(/^default-src 'none'/);
    expect(policy).not.toContain('script-src');
  });

  it.each([
    ['no folder', () => undefined],
    ['a folder without a page', () => join(folder, 'assets')],
  ])('are replaced by a 503 response if the page is not built: %s', async (_what, from) => {
    const app = fastify();
    addPage(app, from());
    const { statusCode, headers, payload } = await app.inject('/');
    expect([statusCode, headers['content-type']]).toEqual([503, 'text/plain; charset=utf-8']);
    expect(payload).toContain('has not been built');
  });

  it('are read from disk only once', async () => {
    const app = fastify();
    addPage(app, folder);
    await app.inject('/');
    writeFileSync(join(folder, 'favicon.svg'), 'changed');
    expect((await app.inject('/favicon.svg')).payload).toBe('<svg/>');
  });
});
