import { cacheNames } from '#src/shell/service-worker/cache-names.ts';
import type { Platform } from '#src/shell/service-worker/worker-types.ts';
import { memoryCaches } from '../../../helpers/memory-caches.ts';

export const ORIGIN = 'https://books.test';
export const NAMES = cacheNames('/books_api');

export interface Scene extends Platform {
  /** URLs requested from the network. */
  readonly requestedUrls: string[];
  /** Exceptions in the worker's code. */
  readonly reported: unknown[];
  put(cache: string, path: string, text: string): Promise<void>;
}

export const html = (text: string, headers: Record<string, string> = {}) =>
  new Response(text, { headers: { 'content-type': 'text/html; charset=utf-8', ...headers } });

export const offline = async (): Promise<Response> => {
  throw new TypeError('Failed to fetch');
};

/** An in-memory platform for the worker. */
export function scene(network: (path: string) => Promise<Response>, pageTimeoutMs = 50): Scene {
  const requestedUrls: string[] = [];
  const reported: unknown[] = [];
  const caches = memoryCaches();
  return {
    requestedUrls,
    reported,
    report: (error) => void reported.push(error),
    caches,
    pageTimeoutMs,
    origin: ORIGIN,
    brand: { prefix: '/books_api', locales: ['es'], icon: '/_brand/icon.svg' },
    fetch(request) {
      const url = new URL(request instanceof Request ? request.url : request);
      requestedUrls.push(url.pathname + url.search);
      return network(url.pathname + url.search);
    },
    async put(cache, path, text) {
      await (await caches.open(cache)).put(ORIGIN + path, html(text));
    },
  };
}

export const request = (path: string, init: RequestInit = {}) => new Request(ORIGIN + path, init);
