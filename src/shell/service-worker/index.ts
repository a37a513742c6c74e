/** The site's service worker: downloaded books, the offline page, and notifications (docs/develop/offline.md). */
import { answerFetch } from './answer.ts';
import { openPage, readPush } from './notifications.ts';
import { deleteForeignCaches, fillShell } from './shell.ts';
import type {
  Clients,
  FetchEvent,
  LastingEvent,
  NotificationEvent,
  Platform,
  PushEvent,
  WorkerBrand,
} from './worker-types.ts';

declare const LECTERN_BRAND: WorkerBrand;
declare const registration: ServiceWorkerRegistration;
declare const clients: Clients;
declare function skipWaiting(): Promise<void>;

const platform: Platform = {
  origin: location.origin,
  brand: LECTERN_BRAND,
  caches,
  pageTimeoutMs: 3000,
  fetch: (request) => fetch(request),
  report: (error) => reportError(error) as undefined,
};

/**
 * A new version takes over open tabs immediately. This is safe, because file names contain hashes and pages come from
 * the network.
 */
addEventListener('install', (event) => {
  void skipWaiting();
  (event as LastingEvent).waitUntil(fillShell(platform));
});

addEventListener('activate', (event) => {
  const ready = [deleteForeignCaches(platform), preloadNavigations(), clients.claim()];
  (event as LastingEvent).waitUntil(Promise.all(ready));
});

/**
 * Preloads pages while the worker starts, except in Firefox: if a preload fails, Firefox ignores the worker's response
 * and shows its own error page, so downloaded books could not be read offline.
 */
async function preloadNavigations(): Promise<void> {
  const isFirefox = navigator.userAgent.includes('Firefox/');
  await registration.navigationPreload?.[isFirefox ? 'disable' : 'enable']();
}

addEventListener('fetch', (event) => answerFetch(platform, event as FetchEvent));

addEventListener('push', (event) => {
  const { data, waitUntil } = event as PushEvent;
  const news = readPush(data?.json());
  if (!news) return;
  const { title, body, path, tag } = news;
  const options = { body, tag, icon: LECTERN_BRAND.icon, data: path };
  waitUntil.call(event, registration.showNotification(title, options));
});

addEventListener('notificationclick', (event) => {
  const { notification } = event as NotificationEvent;
  notification.close();
  (event as LastingEvent).waitUntil(openPage(clients, platform.origin, String(notification.data)));
});
