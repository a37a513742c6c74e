/** The site's service worker: kept books, a page for lack of a connection, notifications (docs/offline.md). */
import { answerFile } from './files.ts';
import { keptAnswer } from './lookup.ts';
import { newsOf, openPage } from './notices.ts';
import { answerPage } from './pages.ts';
import type {
  Clients,
  FetchEvent,
  LastingEvent,
  NotificationEvent,
  Platform,
  PushEvent,
  WorkerBrand,
} from './scope.ts';
import { dropForeign, fillShell } from './shell.ts';
import { type Way, wayOf } from './ways.ts';

declare const LECTERN_BRAND: WorkerBrand;
declare const registration: ServiceWorkerRegistration;
declare const clients: Clients;
declare function skipWaiting(): Promise<void>;

const platform: Platform = {
  origin: location.origin,
  brand: LECTERN_BRAND,
  caches,
  patienceMs: 3000,
  fetch: (request) => fetch(request),
};

/** Files carry a hash and pages come from the network: a new version has nothing to fear of open tabs, nor they of it. */
addEventListener('install', (event) => {
  void skipWaiting();
  (event as LastingEvent).waitUntil(fillShell(platform));
});

addEventListener('activate', (event) => {
  const ready = [dropForeign(platform), registration.navigationPreload?.enable(), clients.claim()];
  (event as LastingEvent).waitUntil(Promise.all(ready));
});

addEventListener('fetch', (event) => {
  const asked = event as FetchEvent;
  const way = wayOf(asked.request, platform);
  if (way) asked.respondWith(answer(way, asked));
});

async function answer(way: Way, { request, preloadResponse }: FetchEvent): Promise<Response> {
  if (way.kind === 'file') return answerFile(platform, request);
  if (way.kind === 'page') return answerPage(platform, request, preloadResponse);
  return fetch(request).catch(async (error: unknown) => {
    const kept = await keptAnswer(platform, way.key, way.unlocked);
    if (kept) return kept;
    throw error;
  });
}

addEventListener('push', (event) => {
  const { data, waitUntil } = event as PushEvent;
  const news = newsOf(data?.json());
  if (!news) return;
  const { title, body, path, tag } = news;
  const look = { body, tag, icon: LECTERN_BRAND.icon, data: path };
  waitUntil.call(event, registration.showNotification(title, look));
});

addEventListener('notificationclick', (event) => {
  const { notification } = event as NotificationEvent;
  notification.close();
  (event as LastingEvent).waitUntil(openPage(clients, platform.origin, String(notification.data)));
});
