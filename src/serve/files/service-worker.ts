import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PublicBrand } from '#src/brand/public-brand.ts';
import { DEFAULT_LOCALE } from '#src/contract/locales.ts';
import { hash } from '#src/lib/hash.ts';
import { ANY_CACHE } from '#src/shell/service-worker/cache-names.ts';
import { type Content, createContent } from '../http/representation.ts';

/** Path of the service worker, whose scope is the whole host. */
export const SERVICE_WORKER_PATH = '/sw.js';

/** Headers of the service worker, which may only fetch from its own host. */
export const SERVICE_WORKER_HEADERS = {
  'Content-Security-Policy': "default-src 'none'; connect-src 'self'",
  'Cross-Origin-Resource-Policy': 'same-origin',
};
/** Value of Cache-Control for the service worker, so that browsers that check for updates reach the server. */
export const SERVICE_WORKER_CACHE = 'no-cache';

/** A service worker that removes all caches and its own registration. Open pages continue to work without it. */
export const UNREGISTERING_SCRIPT = `addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => {
  const drop = async () => {
    for (const name of await caches.keys()) if (name.startsWith('${ANY_CACHE}')) await caches.delete(name);
    await registration.unregister();
  };
  event.waitUntil(drop());
});
`;

export interface ServiceWorkerOptions {
  /** Folder with the site bundle's browser files. The service worker's folder is next to it. */
  readonly clientFolder: string;
  /** Whether browsers get the service worker. If not, it is removed from all browsers that have it. */
  readonly enabled: boolean;
}

/** The script of a brand's service worker; undefined if the bundle has none. */
export function loadServiceWorker(brand: PublicBrand, options: ServiceWorkerOptions): Content | undefined {
  const code = options.enabled ? readScript(options.clientFolder) : '';
  if (code === undefined) return undefined;
  const script = Buffer.from(options.enabled ? brandConstant(brand) + code : UNREGISTERING_SCRIPT);
  return createContent(script, 'text/javascript; charset=utf-8', hash(script, 32));
}

function readScript(clientFolder: string): string | undefined {
  try {
    return readFileSync(join(clientFolder, '../worker/sw.js'), 'utf8');
  } catch {
    return undefined;
  }
}

function brandConstant({ apiPrefix, locales, icon }: PublicBrand): string {
  const facts = { prefix: apiPrefix, locales: locales.filter((code) => code !== DEFAULT_LOCALE), icon };
  return `const LECTERN_BRAND = ${JSON.stringify(facts)};\n`;
}
