import { expect, type Page, test } from '@playwright/test';
import { done, type RunningServer, serve } from '../helpers/commands.ts';
import { LANGUAGE_BRANDS, type LanguageApi, startLanguageApi } from '../helpers/language-api.ts';
import { nameOf, type RecordingUpstream, startRecordingUpstream } from '../helpers/recording-upstream.ts';
import type { SeenRequest } from '../helpers/scripted-server.ts';
import { type TestState, testState } from '../helpers/test-state.ts';
import { SLOW } from '../slow-tests.ts';
import { showBars } from './reader.ts';

/**
 * The languages in which the calls of islands are recorded: one for each way to send section and language
 * (docs/product.md, section 7).
 */
const PLACES = [
  { prefix: '', section: 7, lang: 'en-us', post: 'body' },
  { prefix: '/es', section: 9, lang: 'es-ES', post: 'body' },
  { prefix: '/vn', section: 15, lang: 'vi-VN', post: 'query' },
] as const;
type Place = (typeof PLACES)[number];

/** Calls that `visit` makes before sign-in. `SIGNED_IN` contains the calls that it makes with a token. */
const SIGNED_OUT = [
  'search.popular',
  'search.suggest',
  'event.inviteActivityHelpPage',
  'event.help_click',
  'book.chapters',
  'auth.options',
  'auth.register',
];
const SIGNED_IN = ['device.register', 'library.sync', 'user.sessions', 'user.profile'];

test.describe.configure({ mode: 'serial' });
test.use({ viewport: { width: 390, height: 844 } });

let api: LanguageApi;
let recorder: RecordingUpstream;
let state: TestState;
let site: RunningServer;

test.beforeAll(async () => {
  api = await startLanguageApi(PLACES.map(({ section }) => section));
  recorder = await startRecordingUpstream(api.origin);
  state = await testState();
  const env = {
    LECTERN_STATE: state.folder,
    LECTERN_UPSTREAM: recorder.origin,
    LECTERN_BRANDS: LANGUAGE_BRANDS,
  };
  await done('rebuild', ['--brand', 'polyglot'], env);
  site = await serve('site', [], env);
});
test.afterAll(async () => {
  await site?.stop();
  await state?.remove();
  await recorder?.close();
  await api?.close();
});

for (const place of PLACES) {
  const details = place === PLACES[0] ? {} : SLOW;
  test(
    `API calls from islands in ${place.lang} have the headers and parameters of the contract`,
    details,
    async ({ page }) => {
      recorder.seen.splice(0);
      await visit(page, place);
      await expect
        .poll(() => namesOf(recorder.seen.filter(isOfIsland)))
        .toEqual(new Set([...SIGNED_OUT, ...SIGNED_IN]));
      const [device, token] = await page.evaluate(() => ['local_uid', 'token'].map((key) => localStorage.getItem(key)));
      expect(device).toMatch(/^[\da-f-]{36}$/);
      expect(token).toMatch(/^[\w-]{16,}$/);
      const calls = recorder.seen.filter(isOfIsland);
      const signedIn = calls.splice(calls.findIndex((call) => nameOf(call) === 'auth.register') + 1);
      expect(namesOf(calls)).toEqual(new Set(SIGNED_OUT));
      expect(namesOf(signedIn)).toEqual(new Set(SIGNED_IN));
      for (const call of calls) expectCall(call, place, { device, bearer: 'Bearer' });
      for (const call of signedIn) expectCall(call, place, { device, bearer: `Bearer ${token}` });
    },
  );
}

const pageAt = (path: string) => `http://polyglot.localhost:${site.port}${path}`;
/** Whether an island made a call. Calls for pages rendered on the server are anonymous. */
const isOfIsland = ({ headers }: SeenRequest) => (headers['device-uuid'] ?? '') !== '';

const namesOf = (calls: readonly SeenRequest[]) => new Set(calls.map(nameOf));

const called = (name: string) =>
  expect.poll(() => recorder.seen.filter(isOfIsland).some((request) => nameOf(request) === name)).toBe(true);

async function visit(page: Page, place: Place): Promise<void> {
  const content = api.sections.get(place.section);
  if (!content) throw new Error(`Section ${place.section} is empty.`);
  const { book, event } = content;
  await page.goto(pageAt(`${place.prefix}/search`));
  await page.locator('main input[name="q"]').pressSequentially('Tale');
  await called('search.suggest');
  await page.goto(pageAt(`${place.prefix}/invited-to-help/${book.id}/${event}`));
  await page.locator('.help-state button').click();
  await called('event.help_click');
  await page.goto(pageAt(`${place.prefix}/book-reader/${book.id}`));
  await openTableOfContents(page);
  await called('book.chapters');
  await signUp(page, place);
}

async function openTableOfContents(page: Page): Promise<void> {
  const link = page.locator('.reader-bar a[aria-haspopup="dialog"]');
  await showBars(page, link);
  await link.click();
  await expect(page.getByRole('dialog')).toContainText('Two');
}

async function signUp(page: Page, { prefix, section }: Place): Promise<void> {
  await page.goto(pageAt(`${prefix}/login`));
  const modes = page.locator('.login-modes button');
  await modes.nth(1).click();
  await expect(modes.nth(1)).toHaveAttribute('aria-pressed', 'true');
  await page.locator('input[name="email"]').fill(`reader-${section}@example.com`);
  await page.locator('input[name="password"]').fill('correct horse');
  await page.locator('.login button[type="submit"]').click();
  await page.waitForURL(pageAt(`${prefix}/myinfo`));
}

interface Visitor {
  readonly device: string | null | undefined;
  /** Bearer token of the calls. Before sign-in it is empty; after sign-in it is the session's token in every call. */
  readonly bearer: string;
}

function expectCall(call: SeenRequest, { section, lang, post }: Place, { device, bearer }: Visitor): void {
  const { method, path, query, body, headers } = call;
  expect(path).toBe(`/polyglot_api/v1/${nameOf(call)}`);
  const placement = method === 'GET' ? 'query' : post;
  if (placement === 'query') expect(query).toMatchObject({ section: String(section), lang });
  else expect(JSON.parse(body)).toMatchObject({ section, lang });
  if (method === 'GET') expect(body).toBe('');
  else expect(Object.keys(placement === 'query' ? JSON.parse(body) : query)).not.toContain('section');
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    accept: 'application/json',
    'device-uuid': device,
    'x-app-version': '1.0.0',
    ua: 'wap',
    'user-agent': expect.stringMatching(/./),
    authorization: bearer,
  });
}
