import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { glob, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { audit } from '#src/operate/audit/audit.ts';
import { createSiteClient } from '#src/operate/audit/site-client.ts';
import { ensureFiles } from '../../../scripts/testing/apt.ts';
import { launchChromium } from '../../../scripts/testing/chromium.ts';
import { freePort } from '../../../scripts/testing/free-port.ts';
import { ensureNginx } from '../../../scripts/testing/web-servers.ts';
import { done } from '../../helpers/commands.ts';
import { LANGUAGE_BRANDS } from '../../helpers/language-api.ts';
import { seededState, type TestState } from '../../helpers/test-state.ts';

const PYTHON = '/usr/bin/python3';
const HOST = 'polyglot.example';
const LOCALES = ['en', 'es', 'vn'] as const;

let state: TestState;
let folder: string;
let site: string;
const servers: ChildProcess[] = [];
const urls: Record<'python' | 'nginx', string> = { python: '', nginx: '' };
let browser: Browser;

beforeAll(async () => {
  await ensureFiles([PYTHON], ['python3']);
  state = await seededState();
  folder = await mkdtemp(join(tmpdir(), 'lectern-static-'));
  site = join(folder, 'site');
  const env = { LECTERN_STATE: state.folder, LECTERN_BRANDS: LANGUAGE_BRANDS };
  await done('build', ['--brand', 'polyglot', '--out', site], env);
  urls.python = await startPython();
  urls.nginx = await startNginx();
  browser = await launchChromium();
}, 600_000);

afterAll(async () => {
  await browser?.close();
  for (const server of servers) server.kill();
  if (folder) await rm(folder, { recursive: true, force: true });
  await state?.remove();
});

async function started(program: string, args: readonly string[], url: string): Promise<string> {
  servers.push(spawn(program, args, { stdio: 'ignore' }));
  const isServed = async () => {
    const response = await fetch(url);
    // A response that nobody reads can fail later, when the server closes the connection.
    await response.arrayBuffer();
    expect(response.status).toBe(200);
  };
  await vi.waitFor(isServed, { timeout: 60_000, interval: 200 });
  return url;
}

async function startPython(): Promise<string> {
  const port = await freePort();
  const args = ['-m', 'http.server', String(port), '--bind', '127.0.0.1', '--directory', site];
  return started(PYTHON, args, `http://127.0.0.1:${port}`);
}

/** Starts nginx with only the settings that serve a folder. */
async function startNginx(): Promise<string> {
  const [port, { program }] = await Promise.all([freePort(), ensureNginx()]);
  const file = join(folder, 'nginx.conf');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  await writeFile(
    file,
    `${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; pid ${folder}/nginx.pid; error_log stderr; events {}
    http { include /etc/nginx/mime.types; access_log off; ${temporary.join(' ')}
      server { listen 127.0.0.1:${port}; root ${site}; error_page 404 /404.html; } }`,
  );
  return started(program, ['-c', file, '-e', 'stderr'], `http://127.0.0.1:${port}`);
}

const read = (path: string) => readFileSync(join(site, decodeURIComponent(path)), 'utf8');

async function open(path: string): Promise<{ page: Page; problems: string[] }> {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  const problems: string[] = [];
  page.on('pageerror', ({ message }) => problems.push(message));
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`${response.status()} ${response.url()}`);
  });
  await page.goto(urls.python + path);
  return { page, problems };
}

describe('a static site', () => {
  // The pages are the same behind both servers, so their HTML is checked only once.
  it.each([
    ['python', []],
    ['nginx', ['accessibility', 'html']],
  ] as const)(
    'passes the audit when %s serves its files',
    async (server, skip) => {
      const client = createSiteClient(urls[server], HOST);
      try {
        const options = { client, url: urls[server], hosts: [HOST], locales: LOCALES, most: 50_000, maxHtmlPages: 3 };
        const { pages, findings } = await audit({ ...options, skip, tell: () => {} });
        expect(findings).toEqual([]);
        expect(pages).toBeGreaterThan(500);
      } finally {
        await client.close();
      }
    },
    600_000,
  );

  it('contains exactly the pages that its sitemaps list, and those without an entry in any sitemap', async () => {
    const listed = new Set<string>();
    for await (const name of glob('sitemap-*.xml', { cwd: site }))
      for (const [, url = ''] of read(name).matchAll(/<loc>https:\/\/[^/]+([^<]*)<\/loc>/g)) listed.add(url);
    const missing = [...listed].filter((path) => !existsSync(join(site, decodeURIComponent(path), 'index.html')));
    expect(missing).toEqual([]);
    const unlisted: string[] = [];
    for await (const name of glob('**/{novel,book-reader,author}/**/index.html', { cwd: site })) {
      const path = `/${name
        .replace(/index\.html$/, '')
        .split('/')
        .map(encodeURIComponent)
        .join('/')}`;
      if (!listed.has(path) && !read(name).includes('http-equiv="refresh"')) unlisted.push(path);
    }
    expect(unlisted.filter((path) => !/\/author\/.*\/page-\d+\/$/.test(path))).toEqual([]);
  });

  it('offers neither sign-in nor downloads nor filters', async () => {
    expect(existsSync(join(site, 'login'))).toBe(false);
    for await (const name of glob('**/index.html', { cwd: site })) {
      const html = read(name);
      expect(html, name).not.toMatch(/href="(?:\/es|\/vn)?\/login|class="[^"]*keep-button|\?status=|\?chapters=/);
    }
  });

  it('finds books by title, author and tag in the browser, in each language', async () => {
    for (const [prefix, section] of [
      ['', 7],
      ['/es', 9],
    ] as const) {
      const index = JSON.parse(read(`/_data/${section}/search.json`));
      const [found] = Object.values(
        index.storedFields as Record<string, { found: { book?: { title: string } } }>,
      ).filter((entry) => entry.found.book);
      const title = found?.found.book?.title ?? '';
      const { page, problems } = await open(`${prefix}/`);
      await page.goto(`${urls.python}${prefix}/search/?q=${encodeURIComponent(title.toLowerCase())}`);
      await page.locator('.item-title a', { hasText: title }).first().waitFor({ timeout: 60_000 });
      expect(await page.locator('input[name=q]:visible').first().inputValue()).toBe(title.toLowerCase());
      await page.locator('.item-title a', { hasText: title }).first().click();
      await page.locator('h1', { hasText: title }).waitFor({ timeout: 60_000 });
      expect(problems).toEqual([]);
      await page.close();
    }
  }, 240_000);

  it('says when a search has no results', async () => {
    const { page } = await open('/search/?q=qqxxzz');
    await page.getByText('No results for').waitFor({ timeout: 60_000 });
    await page.close();
  }, 120_000);

  it('can be read from chapter to chapter, with a list of contents and the place after a reload', async () => {
    const { page, problems } = await open('/novel/');
    await page.goto(`${urls.python}/`);
    const novel = await page.locator('a[href^="/novel/"]').first().getAttribute('href');
    await page.goto(`${urls.python}${novel}`);
    await page.locator('a.novel-read').click();
    await page.waitForURL(/\/book-reader\/\d+\/\d+\//);
    const first = page.url();
    await expect
      .poll(
        async () => {
          await page.mouse.wheel(0, 4000);
          return page.url();
        },
        { timeout: 120_000, interval: 300 },
      )
      .not.toBe(first);
    await page.keyboard.press('c');
    await page.locator('dialog [aria-current], [role=dialog] [aria-current]').first().waitFor({ timeout: 60_000 });
    problems.splice(0, problems.length, ...problems.filter((text) => !text.endsWith('/novel/')));
    expect(problems).toEqual([]);
    await page.goto(`${urls.python}/book-reader`);
    await page.waitForURL(/\/book-reader\/\d+\/\d+/, { timeout: 60_000 });
    await page.close();
  }, 300_000);
});
