import { expect, type Page, test } from '@playwright/test';
import { SLOW } from '../slow-tests.ts';
import { firstInput, loaded } from './at-rest.ts';
import { visitorRow } from './database.ts';
import { holdRequests } from './held-requests.ts';
import { siteOf } from './site.ts';

/** The first demo event is open, the second has reached its goal, the third has expired (src/api/seed). */
const OPEN = 1;
const SUCCESS = 2;
const EXPIRED = 3;

const eventOf = async (page: Page, id: number) => {
  const response = await page.request.get(`${siteOf('local')}/public/v1/event.inviteActivityHelpPage?active_id=${id}`);
  return (await response.json()).data.event;
};
/** Hydrates the button's island with an input anywhere. */
async function hydrateButton(page: Page): Promise<void> {
  await firstInput(page);
  await expect(page.locator('astro-island[ssr] .help-panel')).toHaveCount(0);
}
const clicksOf = (id: number) =>
  Number(visitorRow('SELECT count(*) AS clicks FROM help_clicks WHERE event_id = ?', id)?.['clicks']);

test('a tap on the help button before React has loaded is counted, once per friend', async ({ page }) => {
  const event = await eventOf(page, OPEN);
  const before = clicksOf(OPEN);
  const scripts = await holdRequests(page, '**/_astro/*.js');
  await page.goto(`${siteOf('local')}/invited-to-help/${OPEN}`, { waitUntil: 'commit' });
  await expect(page).toHaveURL(new RegExp(`/invited-to-help/${event.book.id}/${OPEN}$`));
  await expect(page.locator('h1')).toHaveText(`${event.inviter} asks for your help`);
  await expect(page.locator('.help-lead')).toContainText(event.book.title);
  await expect(page.locator('.help-progress span')).toHaveText(
    `${event.helped} of ${event.needed} friends have helped`,
  );
  await page.getByRole('button', { name: 'Help with one tap' }).click();
  scripts.release();
  await expect(page.locator('.help-state')).toHaveText('Click succeeded');
  expect(clicksOf(OPEN)).toBe(before + 1);
  await page.reload();
  await expect(page.locator('.help-state')).toHaveText('Click succeeded');
  const device = await page.evaluate(() => localStorage.getItem('local_uid') ?? '');
  await page.request.post(`${siteOf('local')}/public/v1/event.help_click`, {
    headers: { 'device-uuid': device },
    data: { active_id: OPEN },
  });
  expect(clicksOf(OPEN)).toBe(before + 1);
});

test('a help event shows that it has reached its goal or has expired', async ({ page }) => {
  await page.goto(`${siteOf('local')}/invited-to-help/${SUCCESS}`);
  await expect(page.locator('.help-state')).toHaveText('Success');
  await page.goto(`${siteOf('local')}/invited-to-help/${EXPIRED}`);
  await expect(page.locator('.help-state')).toHaveText('Help event has expired');
  await expect(page.getByRole('button', { name: 'Help with one tap' })).toHaveCount(0);
});

test('a help event that expires while its page is open shows that it has expired', SLOW, async ({ page }) => {
  const { expires_at } = await eventOf(page, OPEN);
  await page.clock.install({ time: new Date(Date.parse(expires_at) - 60_000) });
  await page.goto(`${siteOf('local')}/invited-to-help/${OPEN}`);
  await expect(page.getByRole('button', { name: 'Help with one tap' })).toBeVisible();
  await firstInput(page);
  await expect(page.locator('.help-deadline')).toContainText('Ends in 1 minute');
  await page.clock.runFor(61_000);
  await expect(page.locator('.help-state')).toHaveText('Help event has expired');
});

test('the help button is disabled while offline and enabled again afterwards', async ({ page, context }) => {
  await page.goto(`${siteOf('local')}/invited-to-help/${OPEN}`);
  const button = page.getByRole('button', { name: 'Help with one tap' });
  await hydrateButton(page);
  await expect(button).toBeEnabled();
  await context.setOffline(true);
  await expect(button).toBeDisabled();
  await expect(page.locator('.help-state')).toContainText('You are offline');
  await context.setOffline(false);
  await expect(button).toBeEnabled();
});

test('a novel page shows its help event and links to it without loading React', SLOW, async ({ page }) => {
  const event = await eventOf(page, OPEN);
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  await page.goto(`${siteOf('local')}/active-novel/${event.book.id}`);
  const section = page.locator('section.help-event');
  await expect(section.locator('h2')).toHaveText(`${event.inviter} asks for your help`);
  await expect(section.locator('.help-progress span')).toContainText(`of ${event.needed} friends`);
  await loaded(page);
  expect(await section.locator('astro-island').count()).toBe(0);
  expect(scripts.filter((url) => /HelpButton|client\.|react/i.test(url))).toEqual([]);
  await section.getByRole('link', { name: `Help ${event.inviter}` }).click();
  await expect(page).toHaveURL(new RegExp(`/invited-to-help/${event.book.id}/${OPEN}$`));
});

test('a shared link redirects to the help event, and an unknown link shows the 404 page', async ({ page }) => {
  await page.goto(`${siteOf('local')}/invited-to-help/${OPEN}`);
  const shareResponse = page.waitForResponse((response) => response.url().includes('/v1/share.create'));
  await page.getByRole('button', { name: 'Invite more friends' }).click();
  const { token } = (await (await shareResponse).json()).data.share;
  const link = page.getByRole('textbox', { name: 'The link to this help event' });
  await expect(link).toHaveValue(`${siteOf('local')}/${token}`);
  expect(visitorRow('SELECT kind, target_id FROM shares WHERE token = ?', token)).toEqual({
    kind: 'help',
    target_id: OPEN,
  });
  const answer = await page.request.get(`${siteOf('local')}/${token}?utm_source=friend`, { maxRedirects: 0 });
  expect([answer.status(), answer.headers()['cache-control'], answer.headers()['x-robots-tag']]).toEqual([
    302,
    'no-store',
    'noindex',
  ]);
  expect(answer.headers()['location']).toMatch(new RegExp(`^/invited-to-help/\\d+/${OPEN}\\?utm_source=friend$`));
  await page.goto(`${siteOf('local')}/${token}`);
  await expect(page.locator('h1')).toContainText('asks for your help');
  const notFoundResponse = await page.goto(`${siteOf('local')}/${token.slice(0, 20)}`);
  expect(notFoundResponse?.status()).toBe(404);
  await expect(page.locator('h1')).toHaveText('This page could not be found');
});

test(
  'the novel page of an open help event explains how to take part: on the site, or in the app if the brand has an app',
  SLOW,
  async ({ page }) => {
    const { book } = await eventOf(page, OPEN);
    await page.goto(`${siteOf('fingeread')}/active-novel/${book.id}`);
    const push = page.locator('.novel-about .app-push');
    await expect(push).toContainText(`You can take part in the help event for “${book.title}” here or in the`);
    await expect(page.locator('.help-event a.button')).toHaveAttribute('href', new RegExp(`/${OPEN}$`));
    await page.goto(`${siteOf('local')}/active-novel/${book.id}`);
    await expect(page.locator('.help-event a.button')).toBeVisible();
    await expect(push).toHaveCount(0);
  },
);
