import { answerFile } from './files.ts';
import { downloadedAnswer } from './lookup.ts';
import { answerPage } from './pages.ts';
import { type Strategy, strategyFor } from './strategies.ts';
import type { FetchEvent, Platform } from './worker-types.ts';

/**
 * Responds to a request from a page, or leaves the request to the browser. If the worker's own code throws, it sends
 * the request to the network, because an exception does not mean that there is no connection.
 */
export function answerFetch(
  platform: Platform,
  event: Pick<FetchEvent, 'request' | 'preloadResponse' | 'respondWith'>,
) {
  const strategy = strategyOf(platform, event.request);
  if (strategy) event.respondWith(answer(platform, strategy, event));
}

function strategyOf(platform: Platform, request: Request): Strategy | undefined {
  try {
    return strategyFor(request, platform);
  } catch (error) {
    return platform.report(error);
  }
}

async function answer(
  platform: Platform,
  strategy: Strategy,
  { request, preloadResponse }: Pick<FetchEvent, 'request' | 'preloadResponse'>,
): Promise<Response> {
  try {
    if (strategy.kind === 'file') return await answerFile(platform, request);
    if (strategy.kind === 'page') return await answerPage(platform, request, preloadResponse);
    return await answerDownloadable(platform, request, strategy);
  } catch {
    // If there is no connection, this request fails too.
    return platform.fetch(request);
  }
}

async function answerDownloadable(
  platform: Platform,
  request: Request,
  { key, unlocked }: Extract<Strategy, { kind: 'downloadable' }>,
): Promise<Response> {
  const response = await platform.fetch(request).catch(() => undefined);
  return response ?? (await downloadedAnswer(platform, key, unlocked)) ?? Response.error();
}
