import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PublicBrand } from '#src/brand/public-brand.ts';
import { DEFAULT_LOCALE } from '#src/contract/locales.ts';
import { ANY_CACHE } from '#src/lib/cache-names.ts';
import { hash } from '#src/lib/hash.ts';
import { type Content, createContent } from './representation.ts';

/** The one address of the service worker: its scope is the whole host. */
export const SERVICE_WORKER_PATH = '/sw.js';

/** It may fetch from its own host only. */
export const SERVICE_WORKER_HEADERS = {
  'Content-Security-Policy': "default-src 'none'; connect-src 'self'",
  'Cross-Origin-Resource-Policy': 'same-origin',
};
/** Each check of a browser for a new service worker reaches the server. */
export const SERVICE_WORKER_CACHE = 'no-cache';

/** Removes its own registration and all caches; pages that are open go on without it. */
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
  /** Folder of the site bundle's browser files; the folder of the service worker is beside it. */
  readonly clientFolder: string;
  /** False removes the service worker from every browser that has it. */
  readonly enabled: boolean;
}

/** The script of a brand's service worker; undefined where the bundle has none. */
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
