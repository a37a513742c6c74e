import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PublicBrand } from '#src/brand/public-brand.ts';
import { DEFAULT_LOCALE } from '#src/contract/locales.ts';
import { ANY_CACHE } from '#src/lib/cache-names.ts';
import { hash } from '#src/lib/hash.ts';
import type { Body } from './answer.ts';
import { memoryBody } from './files.ts';

/** The one address of the service worker: its scope is the whole host. */
export const WORKER_PATH = '/sw.js';

/** It asks its own host and nobody else; each check of the browser for a new one reaches the front. */
export const WORKER_HEADERS = {
  'Content-Security-Policy': "default-src 'none'; connect-src 'self'",
  'Cross-Origin-Resource-Policy': 'same-origin',
};
export const WORKER_CACHE = 'no-cache';

/** Takes its own registration and everything it kept away again; pages that are open go on without it. */
const ENDING = `addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => {
  const drop = async () => {
    for (const name of await caches.keys()) if (name.startsWith('${ANY_CACHE}')) await caches.delete(name);
    await registration.unregister();
  };
  event.waitUntil(drop());
});
`;

export interface WorkerSource {
  /** Folder of the site bundle's browser files; the worker's code stands beside it. */
  readonly clientFolder: string;
  /** False ends the worker in every browser that has it. */
  readonly enabled: boolean;
}

/** The service worker of a brand; undefined where the bundle has none. */
export function createWorkerFile(brand: PublicBrand, { clientFolder, enabled }: WorkerSource) {
  let made: Promise<Body | undefined> | undefined;
  const make = async () => {
    const code = enabled ? await readFile(join(clientFolder, '../worker/sw.js'), 'utf8').catch(() => undefined) : '';
    return code === undefined ? undefined : bodyOf(enabled ? factsOf(brand) + code : ENDING);
  };
  return (): Promise<Body | undefined> => {
    made ??= make();
    return made;
  };
}

function factsOf({ apiPrefix, locales, icon }: PublicBrand): string {
  const facts = { prefix: apiPrefix, locales: locales.filter((code) => code !== DEFAULT_LOCALE), icon };
  return `const LECTERN_BRAND = ${JSON.stringify(facts)};\n`;
}

function bodyOf(code: string): Body {
  const content = Buffer.from(code);
  return memoryBody(content, 'text/javascript; charset=utf-8', hash(content, 32));
}
