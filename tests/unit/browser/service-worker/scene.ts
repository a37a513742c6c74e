import type { Platform } from '#src/browser/service-worker/worker-types.ts';
import { cacheNames } from '#src/lib/cache-names.ts';
import { memoryCaches } from '../../../helpers/memory-caches.ts';

export const ORIGIN = 'https://books.test';
export const NAMES = cacheNames('/books_api');

export interface Scene extends Platform {
  /** Addresses the network was asked for. */
  readonly asked: string[];
  /** Exceptions of the worker's own code. */
  readonly reported: unknown[];
  put(cache: string, path: string, text: string): Promise<void>;
}

export const html = (text: string, headers: Record<string, string> = {}) =>
  new Response(text, { headers: { 'content-type': 'text/html; charset=utf-8', ...headers } });

export const offline = async (): Promise<Response> => {
  throw new TypeError('Failed to fetch');
};

/** A worker's platform in memory. */
export function scene(network: (path: string) => Promise<Response>, pageTimeoutMs = 50): Scene {
  const asked: string[] = [];
  const reported: unknown[] = [];
  const caches = memoryCaches();
  return {
    asked,
    reported,
    report: (error) => void reported.push(error),
    caches,
    pageTimeoutMs,
    origin: ORIGIN,
    brand: { prefix: '/books_api', locales: ['es'], icon: '/_brand/icon.svg' },
    fetch(request) {
      const url = new URL(request instanceof Request ? request.url : request);
      asked.push(url.pathname + url.search);
      return network(url.pathname + url.search);
    },
    async put(cache, path, text) {
      await (await caches.open(cache)).put(ORIGIN + path, html(text));
    },
  };
}

export const request = (path: string, init: RequestInit = {}) => new Request(ORIGIN + path, init);
