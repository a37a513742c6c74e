import { mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SiteApp, SiteLocals } from '#src/publish/bundle/index.ts';
import { openLive } from '#src/publish/release/index.ts';
import { html, publish, testBrand } from '../../helpers/published-brand.ts';
import { type RunningServer, startServer } from '../../helpers/running-server.ts';

let server: RunningServer;
let rendered: { path: string; snapshot: string | undefined }[];
/** The status with which pages are rendered. */
let renderStatus: number;
const site: SiteApp = {
  async render({ url }: Request, { snapshot }: SiteLocals) {
    const { pathname: path } = new URL(url);
    rendered.push({ path, snapshot });
    return new Response(renderStatus === 200 ? html(`rendered ${path}`) : null, { status: renderStatus });
  },
};

const content = (night: string) => ({
  pages: {
    '/': html(`home ${night}`),
    '/tags': html(`tags ${night}`),
    '/novel/1/Romance/Harbour': html(`novel ${night}`),
  },
  assets: { '/_astro/a.Ab12.js': `export const a="${'a'.repeat(1000)}";`, '/robots.txt': `# ${night}\n` },
});

beforeEach(async () => {
  rendered = [];
  renderStatus = 200;
  server = await startServer([testBrand('ash')], { site });
  await publish(server.state, 'ash', content('one'));
  await publish(server.state, 'ash', content('two'));
});
afterEach(() => server.close());

const folder = () => join(server.state, 'ash');
const live = (file: string) => join(folder(), 'current/site', file);

/** Changes a byte in the middle of a file but not its size and date, as a failing disk does. */
function invertByte(file: string): void {
  const bytes = readFileSync(file);
  const middle = bytes.length >> 1;
  bytes[middle] = (bytes[middle] ?? 0) ^ 0xff;
  writeFileSync(file, bytes);
}

function damagePage(name: string): void {
  invertByte(live(`${name}.html`));
  truncateSync(live(`${name}.html.br`), 30);
}

/** Removes a page from the previous release. */
function removeFromPrevious(name: string): void {
  const site = join(folder(), 'releases', openLive(folder())?.info.previous ?? '', 'site');
  for (const suffix of ['.html', '.html.br']) rmSync(join(site, name + suffix));
}

const reports = () => server.lines.filter((line) => line.includes('is damaged'));
const note = () =>
  readFileSync(join(folder(), 'damaged.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
const BR = { headers: { 'accept-encoding': 'br' } };

describe('a page with one damaged file', () => {
  it('is sent from its other file, which has a different encoding', async () => {
    invertByte(live('tags.html.br'));
    const packed = await server.ask('ash', '/tags', BR);
    expect(brotliDecompressSync(packed.body).toString()).toBe(html('tags two'));
    rmSync(live('index.html'));
    expect((await server.ask('ash', '/')).text).toBe(html('home two'));
    expect(rendered).toEqual([]);
  });

  it('is logged once, and recorded for the next rebuild', async () => {
    invertByte(live('tags.html.br'));
    for (const path of ['/tags', '/tags?x=1', '/tags?y=1']) await server.ask('ash', path, BR);
    expect(reports()).toHaveLength(1);
    const file = join(folder(), 'releases', openLive(folder())?.id ?? '', 'site/tags.html.br');
    const expected = { path: '/tags', file, problem: 'its content is not what was published' };
    expect(JSON.parse(reports()[0] ?? '')).toMatchObject({
      ...expected,
      level: 'error',
      brand: 'ash',
      damagedFiles: 1,
      msg: expect.stringContaining('npm run rebuild -- --brand ash'),
    });
    await expect.poll(note).toEqual([expected]);
  });

  it.each([
    ['missing', (file: string) => rmSync(file), 'it is missing'],
    ['empty', (file: string) => truncateSync(file, 0), 'its content is not what was published'],
    [
      'a folder',
      (file: string) => {
        rmSync(file);
        mkdirSync(file);
      },
      expect.stringContaining('is a folder and not a file'),
    ],
  ])('is logged if the file is %s', async (_title, damage, problem) => {
    damage(live('tags.html'));
    expect((await server.ask('ash', '/tags')).text).toBe(html('tags two'));
    await expect.poll(note).toMatchObject([{ problem }]);
  });
});

describe('a page whose files are both damaged', () => {
  it('is rendered from the snapshot, or from the upstream if its kind is rendered on request', async () => {
    damagePage('tags');
    damagePage('novel/1/Romance/Harbour');
    for (const path of ['/tags', '/novel/1/Romance/Harbour']) {
      const { status, text, headers } = await server.ask('ash', path);
      expect({ status, text }).toEqual({ status: 200, text: html(`rendered ${path}`) });
      expect(headers).toMatchObject({ 'cache-control': 'public, max-age=0, must-revalidate' });
    }
    const snapshot = join(folder(), 'catalogue.db');
    expect(rendered).toEqual([
      { path: '/tags', snapshot },
      { path: '/novel/1/Romance/Harbour', snapshot },
    ]);
    expect(reports()).toHaveLength(4);
  });

  it('is rendered at most once per minute', async () => {
    damagePage('tags');
    for (let time = 0; time < 3; time += 1)
      expect((await server.ask('ash', '/tags')).text).toBe(html('rendered /tags'));
    expect(rendered).toHaveLength(1);
  });

  it.each([404, 500, 503])('is sent from the previous release if rendering returns %s', async (status) => {
    renderStatus = status;
    damagePage('tags');
    const answer = await server.ask('ash', '/tags');
    expect(answer).toMatchObject({ status: 200, text: html('tags one') });
    expect(answer.headers).toMatchObject({ 'lectern-stale': '1' });
    expect((await server.ask('ash', '/')).text).toBe(html('home two'));
  });

  it('gets status 503 instead of damaged bytes if there is no other source', async () => {
    renderStatus = 500;
    damagePage('tags');
    removeFromPrevious('tags');
    for (const options of [{}, BR, { method: 'HEAD' }]) {
      const { status, headers } = await server.ask('ash', '/tags', options);
      expect(status).toBe(503);
      expect(headers).toMatchObject({ 'retry-after': '5', 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
    }
    // Damage is reported once per file, however often the file is requested.
    expect(reports()).toHaveLength(2);
  });

  it('gets status 503 as plain text if the error page is damaged too', async () => {
    renderStatus = 500;
    for (const name of ['tags', '500']) {
      damagePage(name);
      removeFromPrevious(name);
    }
    const { status, headers, text } = await server.ask('ash', '/tags');
    expect({ status, text }).toEqual({ status: 503, text: expect.stringContaining('This page cannot be shown') });
    expect(headers).toMatchObject({ 'retry-after': '5' });
  });

  it('gets status 304, without its files being read, if the client has the page', async () => {
    const intact = await server.ask('ash', '/tags', BR);
    await server.close();
    server = await startServer([testBrand('ash')], { site });
    await publish(server.state, 'ash', content('two'));
    damagePage('tags');
    const tag = String(intact.headers.etag);
    const revalidated = await server.ask('ash', '/tags', { headers: { ...BR.headers, 'if-none-match': tag } });
    expect(revalidated).toMatchObject({ status: 304, text: '' });
    expect(revalidated.headers).toMatchObject({ etag: tag, vary: 'Accept-Encoding' });
    expect(reports()).toEqual([]);
    const changed = await server.ask('ash', '/tags', { headers: { ...BR.headers, 'if-none-match': '"other"' } });
    expect(changed.status).toBe(200);
  });
});

describe('a damaged error page', () => {
  it('is replaced by the error page of the previous release', async () => {
    damagePage('404');
    expect(await server.ask('ash', '/ads/none')).toMatchObject({ status: 404, text: html('not found') });
  });

  it('is replaced by plain text with the same status if there is no previous release', async () => {
    damagePage('404');
    removeFromPrevious('404');
    const { status, text } = await server.ask('ash', '/ads/none');
    expect({ status, text }).toEqual({ status: 404, text: expect.stringContaining('This page cannot be shown') });
  });
});

describe('a damaged browser file', () => {
  it('is sent from its compressed variant', async () => {
    const path = '/_astro/a.Ab12.js';
    const intact = content('two').assets[path];
    invertByte(live(path));
    expect((await server.ask('ash', path)).text).toBe(intact);
    expect(reports()).toHaveLength(1);
  });

  it('is sent from the previous release', async () => {
    invertByte(live('robots.txt'));
    // The running code also has a robots.txt, with different content.
    const { status, text, headers } = await server.ask('ash', '/robots.txt');
    expect({ status, text }).toEqual({ status: 200, text: '# one\n' });
    expect(headers).toMatchObject({ 'cache-control': 'public, max-age=0, must-revalidate' });
  });

  it('gets status 503 if no release has an undamaged copy', async () => {
    const releases = [openLive(folder())?.id, openLive(folder())?.info.previous];
    for (const id of releases)
      for (const suffix of ['', '.br', '.gz'])
        truncateSync(join(folder(), 'releases', id ?? '', `site/_astro/a.Ab12.js${suffix}`), 10);
    const { status, headers } = await server.ask('ash', '/_astro/a.Ab12.js');
    expect(status).toBe(503);
    expect(headers).toMatchObject({ 'retry-after': '5', 'cache-control': 'no-store' });
  });

  it('gets status 304, without being read, if the client has it', async () => {
    const { headers } = await server.ask('ash', '/robots.txt');
    await publish(server.state, 'ash', content('two'));
    invertByte(live('robots.txt'));
    const revalidated = () =>
      server.ask('ash', '/robots.txt?x=1', { headers: { 'if-none-match': String(headers.etag) } });
    expect((await revalidated()).status).toBe(304);
  });
});

describe('a live release with an unreadable manifest', () => {
  const manifest = () => join(folder(), 'current/manifest.db');

  it('is replaced by the previous release when the server starts', async () => {
    writeFileSync(manifest(), 'no database');
    expect((await server.ask('ash', '/tags')).text).toBe(html('tags one'));
    expect((await server.ask('ash', '/readyz')).status).toBe(200);
    expect(server.lines.filter((line) => line.includes('cannot be opened'))).toHaveLength(1);
  });
});
