// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { headersOf } from '#src/contract/client/headers.ts';
import { LOCALES } from '#src/contract/locales.ts';
import { countReads } from '#src/shell/deferred/count-reads.ts';
import type { PageFacts } from '#src/shell/deferred/page-facts.ts';
import { CHAPTER_EVENT } from '#src/shell/state/browser-events.ts';
import { load } from './visit.ts';

type Callback = (entries: object[]) => void;
/** Observers by observed element, so that a test decides what is visible. */
const observers = new Map<Element, Callback[]>();
class Observer {
  readonly callback: Callback;
  constructor(callback: Callback) {
    this.callback = callback;
  }
  observe(element: Element) {
    observers.set(element, [...(observers.get(element) ?? []), this.callback]);
  }
  unobserve() {}
}

const fetched = vi.fn<typeof fetch>();
const facts = (more: Partial<PageFacts> = {}): PageFacts => ({
  prefix: '/tibok_api',
  locale: LOCALES.en,
  measure: [],
  reads: [['tibok', 'G-ONE']],
  consent: false,
  ...more,
});
const messages = () =>
  fetched.mock.calls.map(([, init]) => {
    const { path, reads, referrer } = JSON.parse(String(init?.body));
    return { path, reads, referrer };
  });

/** A chapter with 300 characters of text, which takes at least 3 seconds to read. */
function chapter(number: number, attributes = ''): HTMLElement {
  const part = document.createElement('section');
  part.innerHTML = `<article data-reader-text><div class="reader-text"><p>${'x'.repeat(299)}</p><p>.</p></div></article>`;
  part.dataset['readerPart'] = '';
  part.dataset['href'] = `/book-reader/1/${number}`;
  if (attributes) part.setAttribute(attributes, '');
  document.body.append(part);
  return part.firstElementChild as HTMLElement;
}
const endOf = (article: HTMLElement) => article.querySelector('p:last-child') as Element;
function show(target: Element, isIntersecting = true) {
  const entry = {
    target,
    isIntersecting,
    intersectionRatio: isIntersecting ? 1 : 0,
    boundingClientRect: { height: 20 },
  };
  for (const callback of observers.get(target) ?? []) callback([entry]);
}
function readToEnd(article: HTMLElement, ms: number) {
  show(article);
  vi.advanceTimersByTime(ms);
  show(endOf(article));
  vi.advanceTimersByTime(0);
}
function enter(article: HTMLElement) {
  for (const kind of ['added', 'current'])
    document.dispatchEvent(new CustomEvent(CHAPTER_EVENT, { detail: { kind, article, chapterId: 1 } }));
}
function hide(state = 'hidden') {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state as DocumentVisibilityState);
  document.dispatchEvent(new Event('visibilitychange'));
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('IntersectionObserver', Observer);
  fetched.mockReset().mockResolvedValue(new Response('{}'));
  localStorage.clear();
  observers.clear();
  document.body.replaceChildren();
  location.href = 'https://www.tibok.example/book-reader/1/1';
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('counting reads', () => {
  it('reports view and read in one message when the end of the chapter has been read', () => {
    const one = chapter(1);
    load(() => countReads(facts()));
    expect(messages()).toEqual([]);
    readToEnd(one, 3000);
    expect(messages()).toEqual([{ path: '/book-reader/1/1', reads: ['/book-reader/1/1'], referrer: '' }]);
    expect(fetched.mock.calls[0]?.[1]?.headers).toEqual(headersOf({}));
    hide();
    show(endOf(one));
    vi.advanceTimersByTime(60_000);
    expect(messages()).toHaveLength(1);
  });

  it('does not count a chapter that was only scrolled to its end', () => {
    const one = chapter(1);
    load(() => countReads(facts()));
    readToEnd(one, 500);
    show(endOf(one), false);
    vi.advanceTimersByTime(60_000);
    hide();
    expect(messages()).toEqual([{ path: '/book-reader/1/1', reads: undefined, referrer: '' }]);
  });

  it('counts a chapter whose end stays visible long enough', () => {
    const one = chapter(1);
    load(() => countReads(facts()));
    readToEnd(one, 500);
    vi.advanceTimersByTime(2499);
    expect(messages()).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(messages()).toMatchObject([{ reads: ['/book-reader/1/1'] }]);
  });

  it('does not count the beginning of a locked chapter as read', () => {
    const one = chapter(1, 'data-locked');
    load(() => countReads(facts()));
    readToEnd(one, 60_000);
    hide();
    expect(messages()).toMatchObject([{ reads: undefined }]);
  });

  it('reports a chapter that is read after the page was hidden with the next view, and sends no further message', () => {
    const one = chapter(1);
    load(() => countReads(facts()));
    hide();
    hide('visible');
    readToEnd(one, 3000);
    hide();
    expect(messages()).toEqual([{ path: '/book-reader/1/1', reads: undefined, referrer: '' }]);
    expect(localStorage.getItem('lectern:unsent-reads')).toBe('["/book-reader/1/1"]');
    const two = chapter(2);
    enter(two);
    readToEnd(two, 3000);
    expect(messages()[1]).toEqual({
      path: '/book-reader/1/2',
      reads: ['/book-reader/1/1', '/book-reader/1/2'],
      referrer: 'https://www.tibok.example',
    });
    expect(localStorage.getItem('lectern:unsent-reads')).toBeNull();
  });

  it('keeps reads that could not be sent for the next message', async () => {
    fetched.mockRejectedValueOnce(new TypeError('offline'));
    const one = chapter(1);
    load(() => countReads(facts()));
    readToEnd(one, 3000);
    await vi.waitFor(() => expect(localStorage.getItem('lectern:unsent-reads')).toBe('["/book-reader/1/1"]'));
    enter(chapter(2));
    hide();
    expect(messages()[1]).toMatchObject({ path: '/book-reader/1/2', reads: ['/book-reader/1/1'] });
  });

  it('reports a chapter when the next one begins, each chapter once', () => {
    const one = chapter(1);
    load(() => countReads(facts()));
    const two = chapter(2);
    for (const article of [two, one, two]) enter(article);
    hide();
    expect(messages().map(({ path }) => path)).toEqual(['/book-reader/1/1', '/book-reader/1/2']);
  });

  it('counts a return from the back/forward cache as another view', () => {
    load(() => countReads(facts()));
    hide();
    dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    hide();
    expect(messages()).toHaveLength(2);
  });

  it('sends and stores nothing before consent', async () => {
    const one = chapter(1);
    load(() => countReads(facts({ consent: true })));
    readToEnd(one, 3000);
    hide();
    expect([messages(), localStorage.length]).toEqual([[], 0]);
  });

  it('sends nothing in development or without an id', () => {
    load(() => countReads(facts({ reads: [] })));
    location.href = 'http://tibok.localhost:4321/';
    load(() => countReads(facts()));
    hide();
    expect(messages()).toEqual([]);
  });
});
