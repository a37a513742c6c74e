import { headersOf } from '#src/contract/client/headers.ts';
import type { MAX_REPORTED_READS, PAGE_VIEW } from '#src/contract/endpoints/page-view.ts';
import { CHAPTER_EVENT, type ChapterEventDetail } from '../state/browser-events.ts';
import * as keys from '../state/storage-keys.ts';
import { consent } from './consent.ts';
import { device } from './json-storage.ts';
import type { PageFacts } from './page-facts.ts';

// The following is the same as in page-views.ts, whose module every page loads. Further exports would make it larger, also
// for brands without statistics.
const PATH: typeof PAGE_VIEW.path = '/v1/visit.page_view';
const MAX_READS: typeof MAX_REPORTED_READS = 20;
const DEVELOPMENT_HOST = /(^|\.)localhost$|^[\d.]+$|:/;

function measurementId(ids: PageFacts['measure'], host: string): string | undefined {
  if (DEVELOPMENT_HOST.test(host)) return undefined;
  return ids.find(([part]) => host.includes(part))?.[1];
}

function sendView({ prefix, locale }: PageFacts, view: object): Promise<Response> {
  const { section, lang, postParamsInQuery } = locale;
  const query = postParamsInQuery ? `?section=${section}&lang=${lang}` : '';
  return fetch(prefix + PATH + query, {
    method: 'POST',
    headers: headersOf({}),
    body: JSON.stringify(postParamsInQuery ? view : { ...view, section, lang }),
    keepalive: true,
    credentials: 'omit',
  });
}

/** How long a chapter must have been on the screen, per character and at most: about 1,200 words a minute. */
const MS_PER_CHARACTER = 10;
const MAX_REQUIRED_MS = 60_000;

/**
 * Reports views and reads of chapters, on the chapter pages of brands with statistics (docs/operate/analytics.md). Each
 * view is one message, as without statistics, but it is sent later: when the chapter has been read, when the next one
 * begins, or when the page is hidden. Reads after that wait for the next message.
 */
export function countReads(facts: PageFacts): void {
  const id = measurementId(facts.reads ?? [], location.hostname);
  if (!id) return;
  const isAllowed = () => !facts.consent || consent() === true;
  const viewedPaths = new Set<string>();
  const readPaths = new Set<string>();
  let unsentView: { readonly path: string; readonly title: string } | undefined;
  let referrer = document.referrer.startsWith('http') ? new URL(document.referrer).origin : '';

  const report = () => {
    if (!unsentView || !isAllowed()) return;
    const reads = unsentReads();
    device.set(keys.UNSENT_READS, null);
    // Without a connection, the view is dropped silently, and the reads are sent with the next message.
    sendView(facts, { measurement_id: id, ...unsentView, referrer, ...(reads.length > 0 && { reads }) }).catch(() =>
      device.set(keys.UNSENT_READS, [...reads, ...unsentReads()].slice(-MAX_READS)),
    );
    unsentView = undefined;
    // The chapters after the first one were opened from this page.
    referrer = location.origin;
  };
  const enter = (path: string) => {
    if (viewedPaths.has(path)) return;
    report();
    viewedPaths.add(path);
    unsentView = { path, title: document.title.slice(0, 300) };
  };
  const markRead = (path: string) => {
    if (readPaths.has(path) || !isAllowed()) return;
    readPaths.add(path);
    device.set(keys.UNSENT_READS, [...unsentReads(), path].slice(-MAX_READS));
    if (unsentView?.path === path) report();
  };

  const observe = observeEnds(markRead);
  enter(location.pathname);
  for (const article of document.querySelectorAll<HTMLElement>('[data-reader-text]')) observe(article);
  document.addEventListener(CHAPTER_EVENT, (event) => {
    const { kind, article } = (event as CustomEvent<ChapterEventDetail>).detail;
    if (kind === 'added') observe(article);
    if (kind === 'current') enter(pathOf(article));
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') report();
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    viewedPaths.clear();
    enter(location.pathname);
  });
  // Only pages of brands that require consent load this code. The view is sent later in any case.
  if (facts.consent) void import('./consent-question.ts').then(({ askConsent }) => askConsent(() => undefined));
}

const pathOf = (article: HTMLElement): string =>
  article.closest<HTMLElement>('[data-reader-part]')?.dataset['href'] ?? location.pathname;

/** The paths of chapters that were read, but not reported yet. */
function unsentReads(): string[] {
  const stored = device.get(keys.UNSENT_READS);
  return Array.isArray(stored) ? stored.filter((path) => typeof path === 'string').slice(-MAX_READS) : [];
}

/** @returns a function that calls `onRead` once the end of an article is visible after enough time to read the text */
function observeEnds(onRead: (path: string) => void): (article: HTMLElement) => void {
  const articles = new WeakMap<Element, HTMLElement>();
  const firstSeen = new WeakMap<HTMLElement, number>();
  const timers = new Map<HTMLElement, ReturnType<typeof setTimeout>>();
  const starts = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue;
      firstSeen.set(target as HTMLElement, performance.now());
      starts.unobserve(target);
    }
  });
  const ends = new IntersectionObserver(
    (entries) => {
      for (const { target, intersectionRatio, isIntersecting, boundingClientRect } of entries) {
        const article = articles.get(target);
        if (!article) continue;
        clearTimeout(timers.get(article));
        // A block that is higher than the window can never be visible as a whole.
        if (!isIntersecting || (intersectionRatio < 1 && boundingClientRect.height <= innerHeight)) continue;
        const required = Math.min((article.textContent?.length ?? 0) * MS_PER_CHARACTER, MAX_REQUIRED_MS);
        const left = required - (performance.now() - (firstSeen.get(article) ?? performance.now()));
        timers.set(
          article,
          setTimeout(() => onRead(pathOf(article)), Math.max(0, left)),
        );
      }
    },
    { threshold: [0, 1] },
  );
  return (article) => {
    if (article.closest('[data-locked]')) return;
    const end = article.querySelector('.reader-text')?.lastElementChild;
    if (!end) return;
    articles.set(end, article);
    starts.observe(article);
    ends.observe(end);
  };
}
