import { expect, type Page, test } from '@playwright/test';
import * as contract from '#src/contract/index.ts';
import { type Answerer, refuse } from '../helpers/scripted-server.ts';
import { firstInput } from './at-rest.ts';
import { catalogueRow, changeCatalogue } from './database.ts';
import { ask, type Edition } from './facts.ts';
import { type SecondServer, startServerWithFailingCall } from './second-server.ts';
import { siteOf } from './site.ts';

const EDITION: Edition = { brand: 'local', prefix: '/public', locale: 'en' };
const PHONE = { viewport: { width: 390, height: 844 } };

test.use(PHONE);

/** Path of a help event in this state, skipping the first `passed` events. */
async function eventIn(state: 'open' | 'expired', passed = 0): Promise<string> {
  let left = passed;
  for (let id = 1; id < 400; id += 1) {
    const event = await ask(EDITION, contract.eventInviteActivityHelpPage, { active_id: id }).catch(() => undefined);
    if (event?.event?.state !== state) continue;
    if (left === 0) return `/invited-to-help/${event.event.book.id}/${id}`;
    left -= 1;
  }
  throw new Error(`The store has no help event that is ${state}.`);
}

/** Opens an open help event and clicks the help button. The page's clock is paused from then on. */
async function help(page: Page, origin = siteOf('local')): Promise<void> {
  await page.clock.install();
  const path = await eventIn('open');
  await warmUp(origin + path);
  // The page requests the event's progress once. A clock jump meanwhile would time out that call.
  const progressResponse = page.waitForResponse(/event\.inviteActivityHelpPage/);
  await page.goto(origin + path);
  await waitForHydration(page);
  await (await progressResponse).finished();
  await page.clock.pauseAt(Date.now() + LATER_MS);
  await page.locator('.help-state button').click();
}

/** Waits until a freshly started server renders the page in time: on a loaded machine its first pages are slow. */
const warmUp = (address: string) => expect.poll(async () => (await fetch(address)).status).toBe(200);

/** Waits until the button's island is hydrated, so that a click is handled directly instead of replayed. */
async function waitForHydration(page: Page): Promise<void> {
  await firstInput(page);
  await expect(page.locator('astro-island[ssr] .help-panel')).toHaveCount(0);
}

/**
 * The page's clock is paused this far in the future, because it can only be paused at a time that it has not reached
 * yet.
 */
const LATER_MS = 10 * 60 * 1000;

/** The upstream's response to a help click. The tests in the group run serially on one server. */
let answer: Answerer = () => {};

const REFUSALS: [name: string, refused: [number, string, string?], words: string, isRepeated: boolean][] = [
  ['404 and a text in `desc`', [404, 'NOT_FOUND', 'This event was taken back.'], 'This event was taken back.', false],
  ['404 and no `desc`', [404, 'NOT_FOUND'], 'Has Error', false],
  ['500', [500, 'INTERNAL', 'A secret of the server.'], 'Internal Server Error', true],
  ['429', [429, 'RATE_LIMITED'], 'Too Many Requests', true],
];

test.describe('failed API calls of islands', () => {
  test.describe.configure({ mode: 'default' });
  let server: SecondServer;
  test.beforeAll(async () => {
    server = await startServerWithFailingCall('event.help_click', (...call) => answer(...call));
  });
  test.afterAll(() => server?.close());

  for (const [name, refused, words, isRepeated] of REFUSALS) {
    test(`an island shows a red banner for 3000 ms if its API call fails with ${name}`, async ({ page }) => {
      let calls = 0;
      answer = (response) => {
        calls += 1;
        refuse(response, ...refused);
      };
      const answered = page.waitForResponse(/event\.help_click/);
      await help(page, server.origin);
      await (await answered).finished();
      // The call is repeated after one second.
      if (isRepeated)
        await expect(async () => {
          if (calls < 2) await page.clock.runFor(1000);
          expect(calls).toBe(2);
        }).toPass();
      await expectMessage(page, words);
    });
  }

  test('an island redirects to the /400 page if the upstream responds with 400', async ({ page }) => {
    answer = (response) => refuse(response, 400, 'BAD_REQUEST');
    await help(page, server.origin);
    await expect(page).toHaveURL(/\/400$/);
    await expect(page.locator('h1')).toBeVisible();
  });

  test('an island shows no banner if its API call times out after 5 s, and only logs the timeout', async ({ page }) => {
    answer = () => {};
    const logged: string[] = [];
    page.on('console', (message) => logged.push(message.text()));
    const called = page.waitForRequest(/event\.help_click/);
    await help(page, server.origin);
    await called;
    await page.clock.runFor(4999);
    expect(logged.join('\n')).not.toMatch(/help_click.*5000/);
    await page.clock.runFor(1);
    await expect.poll(() => logged.join('\n')).toMatch(/help_click.*5000/);
    await expect(page.locator('.notification p:visible')).toHaveCount(0);
  });
});

test.describe('failed sharing', () => {
  test.describe.configure({ mode: 'default' });
  let server: SecondServer;
  test.beforeAll(async () => {
    server = await startServerWithFailingCall('share.create', (...call) => answer(...call));
  });
  test.afterAll(() => server?.close());

  async function share(page: Page): Promise<void> {
    const address = server.origin + (await eventIn('open'));
    await warmUp(address);
    await page.goto(address);
    await page.getByRole('button', { name: 'Invite more friends' }).click();
  }

  for (const [status, desc, words] of [
    [404, 'This event was taken back.', 'This event was taken back.'],
    [404, undefined, 'Has Error'],
    [403, 'A secret of the server.', 'Forbidden'],
  ] as const) {
    const how = desc === undefined ? 'and no description' : `and the description "${desc}"`;
    test(`sharing a help event shows a banner and the URL of the page if the call fails with ${status} ${how}`, async ({
      page,
    }) => {
      answer = (response) => refuse(response, status, 'NOT_FOUND', desc);
      await share(page);
      await expect(page.locator('.notification p:visible')).toHaveText(words);
      await expect(page.getByRole('textbox', { name: 'The link to this help event' })).toHaveValue(/invited-to-help/);
    });
  }

  test('sharing a help event redirects to the /400 page if the call fails with 400', async ({ page }) => {
    answer = (response) => refuse(response, 400, 'BAD_REQUEST');
    await share(page);
    await expect(page).toHaveURL(/\/400$/);
  });
});

async function expectMessage(page: Page, words: string): Promise<void> {
  const banner = page.locator('.notification p:visible');
  await expect(banner).toHaveText(words);
  const { color, red, top } = await banner.evaluate((element) => {
    const style = getComputedStyle(element);
    return { color: style.color, red: style.backgroundColor, top: element.getBoundingClientRect().top };
  });
  expect(color).toBe('rgb(255, 255, 255)');
  const [r = 0, g = 255, b = 255] = (red.match(/\d+/g) ?? []).map(Number);
  expect(red).toMatch(/^rgb\(/);
  expect(r).toBeGreaterThan(2 * Math.max(g, b));
  expect(top).toBe(0);
  await page.clock.runFor(2999);
  await expect(banner).toHaveText(words);
  await page.clock.runFor(1);
  await expect(banner).toBeHidden();
}

test('an expired help event shows that it has expired', async ({ page }) => {
  await page.goto(siteOf('local') + (await eventIn('expired')));
  await expect(page.locator('.help-state')).toContainText('Help event has expired');
});

test('a help event that expired before the click shows that it has expired', async ({ page }) => {
  // Other tests use the first open event at the same time.
  const path = await eventIn('open', 1);
  const id = Number(path.split('/').at(-1));
  const until = catalogueRow('SELECT expires_at FROM help_events WHERE id = ?', id)?.['expires_at'] as string;
  // The page requests the event's progress once. The response must arrive before the deadline.
  const progressResponse = page.waitForResponse(/event\.inviteActivityHelpPage/);
  await page.goto(siteOf('local') + path);
  await expect(page.locator('.help-state button')).toBeVisible();
  await waitForHydration(page);
  await (await progressResponse).finished();
  changeCatalogue('UPDATE help_events SET expires_at = ? WHERE id = ?', '2001-01-01T00:00:00.000Z', id);
  try {
    await page.locator('.help-state button').click();
    await expect(page.locator('.help-state')).toContainText('Help event has expired');
  } finally {
    changeCatalogue('UPDATE help_events SET expires_at = ? WHERE id = ?', until, id);
  }
});

test('the 404 page has a heading, an illustration and two links', async ({ page }) => {
  const response = await page.goto(`${siteOf('local')}/no-such-page`);
  expect(response?.status()).toBe(404);
  await expect(page.locator('h1')).toHaveText('This page could not be found');
  await expect
    .poll(() =>
      page
        .locator('main img')
        .first()
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBeGreaterThan(0);
  expect(await page.locator('main a[href]:visible').count()).toBeGreaterThanOrEqual(2);
});

test('an empty history shows "No Data!"', async ({ page }) => {
  await page.goto(`${siteOf('local')}/history`);
  await expect(page.locator('main').getByText('No Data!')).toBeVisible();
});

test('a search without results shows "No resource available"', async ({ page }) => {
  await page.goto(`${siteOf('local')}/search/result/zzzzqqqqxx`);
  await expect(page.locator('main').getByText('No resource available')).toBeVisible();
});
