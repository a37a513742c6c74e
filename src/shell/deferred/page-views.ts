import { headersOf } from '#src/contract/client/headers.ts';
import { PAGE_VIEW } from '#src/contract/endpoints/page-view.ts';
import { CHAPTER_EVENT } from '../state/browser-events.ts';
import { consent } from './consent.ts';
import type { PageFacts } from './page-facts.ts';

/** Development hosts. No brand uses a numeric address, so all numeric addresses count as development. */
const DEVELOPMENT_HOST = /(^|\.)localhost$|^[\d.]+$|:/;

/** The measurement id for a domain; undefined if its page views are not counted (docs/product.md, section 1). */
export function measurementId(measure: PageFacts['measure'], host: string): string | undefined {
  if (DEVELOPMENT_HOST.test(host)) return undefined;
  return measure.find(([part]) => host.includes(part))?.[1];
}

/**
 * Reports page views to the brand's analytics: page loads, returns from the back/forward cache, and chapters that the
 * reader appends, each once. Nothing is sent in development or before required consent, and nothing identifies the
 * visitor.
 */
export function countViews(facts: PageFacts): void {
  const id = measurementId(facts.measure, location.hostname);
  if (!id) return;
  const count = () => {
    if (facts.consent && consent() !== true) return;
    // A page view that cannot be sent is dropped silently.
    send(facts, id).catch(() => undefined);
  };
  // Only pages of brands that require consent load this code.
  if (facts.consent) void import('./consent-question.ts').then((module) => module.askConsent(count));
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) count();
  });
  const countedPaths = new Set([location.pathname]);
  addEventListener(CHAPTER_EVENT, () => {
    if (countedPaths.has(location.pathname)) return;
    countedPaths.add(location.pathname);
    count();
  });
  count();
}

/**
 * Sends a page view. Builds the request itself, because the client's `buildRequest` would add too much code to every
 * page.
 */
function send({ prefix, locale }: PageFacts, measurement_id: string): Promise<Response> {
  const { section, lang, postParamsInQuery } = locale;
  const referrer = document.referrer.startsWith('http') ? new URL(document.referrer).origin : '';
  const params = { measurement_id, path: location.pathname, title: document.title.slice(0, 300), referrer };
  const query = postParamsInQuery ? `?section=${section}&lang=${lang}` : '';
  return fetch(prefix + PAGE_VIEW.path + query, {
    method: PAGE_VIEW.method,
    headers: headersOf({}),
    body: JSON.stringify(postParamsInQuery ? params : { ...params, section, lang }),
    keepalive: true,
    credentials: 'omit',
  });
}
