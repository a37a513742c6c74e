/** A chapter that was extracted from its own page, to be inserted into another. */
export interface FetchedChapter {
  readonly part: HTMLElement;
  /** The content below the chapter. It is shown only while the chapter is the last one in the page. */
  readonly tail: HTMLElement | null;
  /** Title of the chapter's page. */
  readonly title: string;
}

const TIMEOUT_MS = 15_000;

const pending = new Map<string, Promise<FetchedChapter | null>>();

/** Fetches a chapter before it is needed. Later calls return the same result, unless the request has failed. */
export function prefetchChapter(href: string): Promise<FetchedChapter | null> {
  const existing = pending.get(href);
  if (existing) return existing;
  const request = fetchChapterPage(href).then(chapterIn);
  pending.set(href, request);
  void request.then((chapter) => chapter === null && pending.delete(href));
  return request;
}

/**
 * Fetches a chapter to insert it into the page. Its nodes are returned only once: the next call fetches the chapter's
 * page again.
 */
export async function takeChapter(href: string): Promise<FetchedChapter | null> {
  const chapter = await prefetchChapter(href);
  pending.delete(href);
  return chapter;
}

/**
 * Fetches and parses a chapter's page; null if this fails. Uses XMLHttpRequest, which returns a parsed document,
 * because Trusted Types prevent scripts from parsing HTML.
 */
export function fetchChapterPage(href: string): Promise<Document | null> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('GET', href);
    request.responseType = 'document';
    request.timeout = TIMEOUT_MS;
    request.onload = () => resolve(request.status === 200 ? request.responseXML : null);
    request.onerror = () => resolve(null);
    request.ontimeout = request.onerror;
    request.send();
  });
}

/** Replaces the chapter's `h1` with an `h2`, because the page already has an `h1`. */
function lowerTitle(part: HTMLElement): void {
  const title = part.querySelector('h1');
  if (!title) return;
  const lower = part.ownerDocument.createElement('h2');
  lower.className = title.className;
  lower.append(...title.childNodes);
  title.replaceWith(lower);
}

function chapterIn(page: Document | null): FetchedChapter | null {
  const part = page?.querySelector<HTMLElement>('[data-reader-part]');
  if (!page || !part) return null;
  lowerTitle(part);
  return { part, tail: page.querySelector('[data-reader-tail]'), title: page.title };
}
