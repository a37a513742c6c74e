/** A neighbouring chapter as its own page holds it. */
export interface FetchedChapter {
  readonly part: HTMLElement;
  /** What stands below the last chapter. */
  readonly tail: HTMLElement | null;
  /** Title of its page. */
  readonly title: string;
}

const TIMEOUT_MS = 15_000;

const pending = new Map<string, Promise<FetchedChapter | null>>();

/** Asks for a chapter ahead of time; asked for again, it is there. One that failed may be asked for anew. */
export function prefetchChapter(href: string): Promise<FetchedChapter | null> {
  const known = pending.get(href);
  if (known) return known;
  const coming = fetchPage(href).then(chapterIn);
  pending.set(href, coming);
  void coming.then((chapter) => chapter === null && pending.delete(href));
  return coming;
}

/** The chapter, for whoever puts it into the page: its nodes are given away once. */
export async function takeChapter(href: string): Promise<FetchedChapter | null> {
  const chapter = await prefetchChapter(href);
  pending.delete(href);
  return chapter;
}

/** By XMLHttpRequest, which parses the page itself: a parser in script is barred by Trusted Types. */
function fetchPage(href: string): Promise<Document | null> {
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

/** A page has one heading of the first level: its own. */
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
