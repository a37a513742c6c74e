import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createLegalNotices } from '#src/serve/files/legal-notice.ts';
import { createContent } from '#src/serve/http/representation.ts';
import { testBrand } from '../../../helpers/published-brand.ts';

const NOT_FOUND = `<!doctype html><html lang="en"><head><title>Lost | Ash</title></head><body>
<div class="error-state"><img src="/_brand/404.svg" alt=""><h1 data-x>Lost</h1> <p>Look elsewhere.</p>
<div class="ways"><a href="/">Home</a></div></div>${'<p>Footer</p>'.repeat(100)}</body></html>`;

const brand = { ...testBrand('ash').bundle.brand, appName: 'Ash & Oak', locales: ['en', 'es'] as const };
const source = (html = NOT_FOUND, etag = 'e') => createContent(Buffer.from(html), 'text/html; charset=utf-8', etag);
const notices = createLegalNotices();

async function htmlOf(reason: string | undefined, path = '/404', own: Partial<typeof brand> = {}): Promise<string> {
  const notice = { page: { path }, ...(reason !== undefined && { reason }) };
  const content = notices.content(source(), notice, { ...brand, ...own });
  return Buffer.from((await content.bytes('identity')) ?? '').toString();
}

describe('the page of a book that was taken down for legal reasons', () => {
  it('replaces heading and hint of the not-found page, and keeps everything else', async () => {
    const html = await htmlOf('Order 7 of the court of Ashford');
    expect(html).toContain('<title>This book is not available | Ash &amp; Oak</title>');
    expect(html).toContain('<h1 data-x>This book is not available</h1> <p>It was removed for legal reasons.</p>');
    expect(html).toContain('<p dir="auto">Reason given: Order 7 of the court of Ashford</p>');
    expect(html).toContain('<div class="ways"><a href="/">Home</a></div>');
    expect(html).not.toContain('Lost');
  });

  it('escapes the reason, keeps its lines, and takes patterns of replacements literally', async () => {
    const html = await htmlOf('<script>alert(1)</script> & $& $1\n"Order"');
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; $&amp; $1<br>&quot;Order&quot;</p>');
    expect(html).not.toContain('<script>');
  });

  it('is in the language of its path', async () => {
    const html = await htmlOf('Orden 7', '/es/404');
    expect(html).toContain('>Este libro no está disponible</h1>');
    expect(html).toContain('Motivo indicado: Orden 7');
    expect(await htmlOf('Order 7', '/cn/404')).toContain('Reason given');
  });

  it("uses the brand's own interface texts", async () => {
    const texts = { en: { 'errors:unavailable': 'Taken down' } };
    expect(await htmlOf('Order 7', '/404', { texts })).toContain('>Taken down</h1>');
  });

  it('says that the reasons are legal if no reason is known', async () => {
    const html = await htmlOf(undefined);
    expect(html).toContain('<p>It was removed for legal reasons.</p>');
    expect(html).not.toContain('Reason given');
  });

  it('has an ETag of its own per reason and not-found page', () => {
    const etagOf = (reason: string, etag = 'e') =>
      notices.content(source(NOT_FOUND, etag), { page: { path: '/404' }, reason }, brand).etag;
    expect(new Set([etagOf('a'), etagOf('b'), etagOf('a', 'f'), 'e'])).toHaveLength(4);
    expect(etagOf('a')).toBe(etagOf('a'));
  });

  it('is compressed like other pages', async () => {
    const content = notices.content(source(), { page: { path: '/404' }, reason: 'Order 8' }, brand);
    const br = (await content.bytes('br')) ?? new Uint8Array();
    expect(brotliDecompressSync(br).toString()).toContain('Order 8');
  });

  it('is created again after its not-found page could not be read', async () => {
    let fails = true;
    const flaky = {
      ...source(NOT_FOUND, 'flaky'),
      bytes: async () => {
        if (fails) throw new Error('damaged');
        return Buffer.from(NOT_FOUND);
      },
    };
    const content = notices.content(flaky, { page: { path: '/404' }, reason: 'Order 9' }, brand);
    await expect(content.bytes('identity')).rejects.toThrow('damaged');
    fails = false;
    expect(Buffer.from((await content.bytes('identity')) ?? '').toString()).toContain('Order 9');
  });

  it('leaves a page without such texts unchanged', async () => {
    const plain = '<!doctype html><p>nothing here</p>';
    const content = notices.content(source(plain, 'plain'), { page: { path: '/404' }, reason: 'x' }, brand);
    expect(Buffer.from((await content.bytes('identity')) ?? '').toString()).toBe(plain);
  });
});
