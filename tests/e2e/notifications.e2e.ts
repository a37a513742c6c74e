import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { readPushKeys } from '#src/api/index.ts';
import { createBrowser } from '../helpers/push-browser.ts';
import { book, chapter, startApi } from '../integration/api/fixture.ts';
import { wholeChromium } from './launch-options.ts';
import { startSecondServer } from './second-server.ts';

const PRIVATE = 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw';
const SHELF = JSON.stringify([
  {
    book: { id: 1, title: 'The Long Ship', category: { name: 'Fantasy', sub_name: null } },
    cover: null,
    added_at: '2026-03-01T04:05:06Z',
  },
]);

// The headless shell has no notifications.
test.use({ serviceWorkers: 'allow', launchOptions: wholeChromium() });

/** Starts a push service that stores received messages. */
async function pushService() {
  const received: Buffer[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const piece of request as AsyncIterable<Buffer>) chunks.push(piece);
    received.push(Buffer.concat(chunks));
    response.writeHead(201).end();
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { received, endpoint: `http://127.0.0.1:${port}/one`, close };
}

/**
 * Replaces the browser's subscription with one at this push service. Everything else is the browser's real
 * implementation.
 */
const subscribeWith = (page: Page, endpoint: string, keys: { readonly p256dh: string; readonly auth: string }) =>
  page.addInitScript(
    ([address, secrets]) => {
      const subscription = { toJSON: () => ({ endpoint: address, keys: secrets }), unsubscribe: async () => true };
      const subscribed = () => (sessionStorage.getItem('subscribed') ? subscription : null);
      Object.assign(PushManager.prototype, {
        getSubscription: async () => subscribed(),
        async subscribe() {
          sessionStorage.setItem('subscribed', 'yes');
          return subscribed();
        },
      });
    },
    [endpoint, keys] as const,
  );

/** Delivers a decrypted message to the site's service worker, as a browser does. */
async function deliver(context: BrowserContext, page: Page, origin: string, data: string): Promise<void> {
  const session = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL, isDeleted }) => scopeURL.startsWith(origin) && !isDeleted);
      if (own) resolve(own.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await registered, data });
  await session.detach();
}

const shown = (page: Page) =>
  page.evaluate(async () => {
    const all = await (await navigator.serviceWorker.ready).getNotifications();
    return all.map(({ title, body, tag, data }) => ({ title, body, tag, data: String(data) }));
  });

/**
 * Clicks the notification inside the service worker. Returns the URL instead of opening it, because only a real click
 * may open a window.
 */
const CLICK = `(async () => {
  const [notification] = await registration.getNotifications();
  const opened = new Promise((resolve) => { clients.openWindow = async (address) => resolve(address); });
  ExtendableEvent.prototype.waitUntil = () => {};
  dispatchEvent(new NotificationEvent('notificationclick', { notification }));
  return opened;
})()`;

test('a new chapter of a book on the shelf shows a notification that links to it', async ({ page, context }) => {
  const keys = readPushKeys(PRIVATE);
  if (!keys) throw new Error('no keys');
  const service = await pushService();
  const brands = new Map([['local', { keys, contact: 'mailto:help@local.test' }]]);
  const long = (...names: string[]) =>
    book('a', { title: 'The Long Ship', chapters: names.map((name) => chapter(name)) });
  const api = await startApi((writer) => writer.putBook(long('One', 'Two')), {
    push: { brands, allowPrivateAddresses: true },
  });
  const server = await startSecondServer(api.address);
  const browser = createBrowser();
  try {
    await context.grantPermissions(['notifications'], { origin: server.origin });
    await subscribeWith(page, service.endpoint, browser.keys);
    await page.addInitScript((shelf) => localStorage.setItem('lectern:shelf', shelf), SHELF);
    await page.goto(`${server.origin}/history`);
    // The service worker is registered on the first interaction with the page.
    await page.keyboard.press('Shift');
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await page.getByRole('button', { name: 'Turn on notifications' }).click();
    await expect(page.getByText('Notifications are on for the books on your shelf.')).toBeVisible();

    await api.write((writer) => writer.putBook(long('One', 'Two', 'Three')));
    await api.notifyOfNewChapters();
    expect(service.received).toHaveLength(1);
    await deliver(context, page, server.origin, browser.read(service.received[0] ?? Buffer.alloc(0)));
    const path = expect.stringMatching(/^\/book-reader\/1\/\d+$/);
    const news = { title: 'The Long Ship', body: 'Three', tag: 'book-1', data: path };
    await expect.poll(() => shown(page)).toEqual([news]);

    const [{ data } = { data: '' }] = await shown(page);
    const worker = context.serviceWorkers().find((one) => one.url().startsWith(server.origin));
    expect(await worker?.evaluate<string>(CLICK)).toBe(server.origin + data);
    expect(await shown(page)).toEqual([]);
    await page.goto(server.origin + data);
    await expect(page.locator('[data-reader-text]').first()).toHaveAttribute(
      'data-chapter',
      data.split('/').at(-1) ?? '',
    );
  } finally {
    await server.close();
    await api.close();
    service.close();
  }
});
