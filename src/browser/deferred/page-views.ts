import { headersOf } from '#src/api-client/headers.ts';
import { PAGE_VIEW } from '#src/contract/endpoints/page-view.ts';
import { CHAPTER_EVENT } from '#src/lib/browser-events.ts';
import { consent } from './consent.ts';
import type { PageFacts } from './page-facts.ts';

/** Where developers read. No brand is at an address of numbers, so that all of them may count as such. */
const DEVELOPMENT_HOST = /(^|\.)localhost$|^[\d.]+$|:/;

/** The measurement id of the domain the page is read on; undefined where nothing is counted (product 1). */
export function measurementId(measure: PageFacts['measure'], host: string): string | undefined {
  if (DEVELOPMENT_HOST.test(host)) return undefined;
  return measure.find(([part]) => host.includes(part))?.[1];
}

/**
 * Tells the brand's collector of every page that is shown: loads, returns from the back/forward cache, and chapters
 * that flow in, each once. Never in development, never before the consent the brand
 * asks for, never with anything that names the visitor.
 */
export function countViews(facts: PageFacts): void {
  const id = measurementId(facts.measure, location.hostname);
  if (!id) return;
  const count = () => {
    if (facts.consent && consent() !== true) return;
    // A view that cannot be told of is not worth a word.
    send(facts, id).catch(() => undefined);
  };
  // The other brands need no code for it.
  if (facts.consent) void import('./consent-question.ts').then((module) => module.askConsent(count));
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) count();
  });
  const seen = new Set([location.pathname]);
  addEventListener(CHAPTER_EVENT, () => {
    if (seen.has(location.pathname)) return;
    seen.add(location.pathname);
    count();
  });
  count();
}

/** As `buildRequest` of the client makes it, of which every page would load more than this one call needs. */
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
