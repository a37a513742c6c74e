import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, type Page, type Request, test } from '@playwright/test';
import { SLOW } from '../slow-tests.ts';
import { idle } from './at-rest.ts';
import { type SecondServer, startServerWithFailingCall } from './second-server.ts';
import { request, siteOf } from './site.ts';

/** Parts of the URL and typed text, which must never be in a report. */
const SECRETS = ['alice', 'wonderland', 'sesame', '5550123', 'typed'];
const PATH = '/search/result/alice%20wonderland?token=sesame';

/** A script that is added to pages. It throws errors that contain visitor data. */
const FAULTS = `
;addEventListener('click', () => {
  throw new TypeError('No book for ' + document.querySelector('main input[name=q]').value + ' at ' + location.href);
});
Promise.reject(new RangeError('Invalid ' + location.href + ' of alice@example.com, 0171 5550123'));
`;

test.describe.configure({ mode: 'default' });

let folder: string;
let server: SecondServer;

/**
 * Starts a server for a brand that reports all errors, with the pages of the site under test. Pages rendered on request
 * use the current settings of the brand.
 */
test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-client-errors-'));
  const brands = join(folder, 'brands');
  cpSync(resolve('brands'), brands, { recursive: true });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  const file = join(brands, 'local/brand.ts');
  writeFileSync(file, readFileSync(file, 'utf8').replace('consent: false,', 'consent: false,\n  clientErrors: 1,'));
  rmSync(errorsFolder(), { recursive: true, force: true });
  server = await startServerWithFailingCall('none', () => {}, { LECTERN_BRANDS: brands });
});
test.afterAll(async () => {
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

const errorsFolder = () => join(process.env['LECTERN_E2E_STATE'] ?? '', 'local/client-errors');

/** Collects the report requests that a page sends. */
function reportsOf(page: Page): Request[] {
  const reports: Request[] = [];
  page.on('request', (sent) => {
    if (sent.url().includes('_client-errors')) reports.push(sent);
  });
  return reports;
}
const reportBodies = (sent: readonly Request[]) => sent.map((one) => JSON.parse(one.postData() ?? ''));

/** Adds errors to the module of every page, as a bad release would. */
async function breakPages(page: Page): Promise<void> {
  await page.route('**/_astro/page.*.js', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()) + FAULTS });
  });
}

async function visit(page: Page, origin: string): Promise<void> {
  await breakPages(page);
  await page.goto(origin + PATH);
  await idle(page);
  await page.locator('main input[name=q]').fill('typed');
  await page.locator('h1').click();
}

test('an uncaught error and a rejected promise are reported without personal data', async ({ page }) => {
  const sent = reportsOf(page);
  await page.context().addCookies([{ name: 'note', value: 'sesame', url: server.origin }]);
  await visit(page, server.origin);
  await expect.poll(() => sent).toHaveLength(2);
  const frames = [expect.stringMatching(/^page\.[\w-]+\.js:\d+:\d+$/)];
  expect(reportBodies(sent)).toEqual([
    { kind: 'rejection', name: 'RangeError', message: 'Invalid … of …', frames, page: 'search' },
    { kind: 'error', name: 'TypeError', message: 'No … for … at …', frames, page: 'search' },
  ]);
  for (const one of sent) {
    const headers = await one.allHeaders();
    expect(headers['cookie']).toBeUndefined();
    expect(headers['referer']).toBeUndefined();
    expect((await one.response())?.status()).toBe(204);
    for (const secret of SECRETS) expect(JSON.stringify([headers, one.postData()])).not.toContain(secret);
  }
});

test('a missing script file is reported by name', async ({ page }) => {
  const sent = reportsOf(page);
  await page.route('**/_astro/SearchBox.*.js*', (route) => route.fulfill({ status: 404, body: '' }));
  await page.goto(server.origin + PATH);
  await page.locator('main input[name=q]').fill('typed');
  await expect.poll(() => sent.length).toBeGreaterThan(0);
  expect(reportBodies(sent)[0]).toEqual({
    kind: 'chunk',
    name: 'Error',
    message: '',
    frames: [expect.stringMatching(/^SearchBox\.[\w-]+\.js$/)],
    page: 'search',
  });
});

test('visitors who ask not to be tracked send no error reports', SLOW, async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true });
  });
  const sent = reportsOf(page);
  const failed = page.waitForEvent('pageerror');
  await visit(page, server.origin);
  await failed;
  await page.waitForTimeout(1500);
  expect(sent).toEqual([]);
});

test(
  'a brand without error reports sends none, and its pages contain no code for error reports',
  SLOW,
  async ({ page }) => {
    const sent = reportsOf(page);
    const failed = page.waitForEvent('pageerror');
    await visit(page, siteOf('local'));
    await failed;
    await page.waitForTimeout(1500);
    expect(sent).toEqual([]);
    for (const path of ['/', '/search', PATH, '/login', '/404'])
      expect((await request('local', path)).text).not.toMatch(/client-?errors/i);
    const body = { kind: 'error', name: 'Error', message: '', frames: [], page: 'home' };
    const answer = await request('local', '/_client-errors', { method: 'POST', body: JSON.stringify(body) });
    expect(answer.status).toBe(405);
  },
);

test('no source map can be downloaded, however its URL is spelled', async () => {
  const [script = ''] = /\/_astro\/page\.[\w-]+\.js/.exec((await request('local', '/')).text) ?? [];
  const { status, text } = await request('local', script);
  expect([status, text.includes('sourceMappingURL')]).toEqual([200, false]);
  const map = `${script}.map`;
  const name = map.slice('/_astro/'.length);
  const paths = [map, `/maps/${name}`, `/_astro/../maps/${name}`, `/_astro/..%2f..%2fmaps%2f${name}`, `/${name}`];
  for (const path of paths) expect((await request('local', path)).status, path).toBeGreaterThanOrEqual(400);
});

test('the server stores reported errors without personal data', async () => {
  await server.close();
  const text = readdirSync(errorsFolder())
    .map((name) => readFileSync(join(errorsFolder(), name), 'utf8'))
    .join('\n');
  expect(text).toContain('No … for … at …');
  expect(text).toContain('Invalid … of …');
  expect(text).toMatch(/"SearchBox\.[\w-]+\.js"/);
  for (const secret of SECRETS) expect(text).not.toContain(secret);
});
