// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { loadMore } from '#src/shell/deferred/load-more.ts';
import { load } from './visit.ts';

const PAGES = 6;
const requests: string[] = [];
let isDown = false;

function pageHtml(page: number): string {
  const links = Array.from({ length: PAGES }, (_, index) => index + 1).map(
    (number) => `<a href="/list/${number}"${number === page ? ' aria-current="page"' : ''}>${number}</a>`,
  );
  const next = page < PAGES ? `<a rel="next" href="/list/${page + 1}">Next</a>` : '';
  return `<div data-load-more="Show more" data-added="Page {page} of {pages} was added." data-failed="Nothing came.">
    <ol class="list"><li class="item"><a href="/book/${page}a">${page}a</a><img src="x"></li><li class="item">${page}b</li></ol>
    <nav class="pager">${links.join('')}${next}</nav></div>`;
}

/** A server that responds with the page at the requested URL. */
class Request {
  status = 0;
  responseType = '';
  responseXML: Document | null = null;
  onload?: () => void;
  onerror?: () => void;
  #address = '';
  open(_method: string, address: string): void {
    this.#address = new URL(address, location.href).pathname;
  }
  send(): void {
    requests.push(this.#address);
    queueMicrotask(() => {
      if (isDown) return this.onerror?.();
      this.status = 200;
      this.responseXML = document.implementation.createHTMLDocument();
      this.responseXML.body.innerHTML = pageHtml(Number(this.#address.split('/').at(-1)));
      this.onload?.();
    });
  }
}

let intersect: () => void = () => {};
class Observer {
  observed = 0;
  constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
    intersect = () => {
      if (this.observed > 0) callback([{ isIntersecting: true }]);
    };
  }
  observe(): void {
    this.observed += 1;
  }
  disconnect(): void {
    this.observed = 0;
  }
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 5));
const scrollToEnd = async () => {
  intersect();
  await settle();
};
const items = () => [...document.querySelectorAll('.item')].map((item) => item.textContent);

beforeEach(() => {
  requests.length = 0;
  isDown = false;
  vi.stubGlobal('XMLHttpRequest', Request);
  vi.stubGlobal('IntersectionObserver', Observer);
  history.replaceState(null, '', '/list/1');
  document.body.innerHTML = pageHtml(1);
});

describe('a list that loads more pages on scrolling', () => {
  it('loads its next page when its end is about to scroll into view', async () => {
    load(loadMore);
    await scrollToEnd();
    expect(requests).toEqual(['/list/2']);
    expect(items()).toEqual(['1a', '1b', '2a', '2b']);
    expect(document.querySelector('.pager [aria-current]')?.textContent).toBe('2');
    expect(document.querySelector('[role=status]')?.textContent).toBe('Page 2 of 6 was added.');
  });

  it('shows placeholders for the books of the next page, and the placeholders cannot be focused', async () => {
    load(loadMore);
    intersect();
    const ghosts = [...document.querySelectorAll('.item-ghost')];
    expect(ghosts.length).toBeGreaterThan(0);
    expect(ghosts.every((ghost) => ghost.getAttribute('aria-hidden') === 'true')).toBe(true);
    expect(document.querySelectorAll('.item-ghost a[href], .item-ghost img')).toHaveLength(0);
    await settle();
    expect(document.querySelectorAll('.item-ghost')).toHaveLength(0);
  });

  it('stops after three pages and shows a link to the next page', async () => {
    load(loadMore);
    for (let time = 0; time < 5; time += 1) await scrollToEnd();
    expect(requests).toEqual(['/list/2', '/list/3', '/list/4']);
    const more = document.querySelector<HTMLAnchorElement>('.list-more');
    expect([more?.textContent, more?.pathname]).toEqual(['Show more', '/list/5']);
    more?.click();
    await settle();
    expect(requests.at(-1)).toBe('/list/5');
    expect(document.querySelector<HTMLAnchorElement>('.list-more')?.pathname).toBe('/list/6');
    document.querySelector<HTMLAnchorElement>('.list-more')?.click();
    await settle();
    expect(document.querySelector('.list-more')).toBeNull();
    expect(items()).toHaveLength(12);
  });

  it('keeps the page links and shows an error if a page fails to load', async () => {
    load(loadMore);
    isDown = true;
    await scrollToEnd();
    expect(items()).toEqual(['1a', '1b']);
    expect(document.querySelector<HTMLAnchorElement>('.pager [rel=next]')?.pathname).toBe('/list/2');
    expect(document.querySelector('[role=status]')?.textContent).toBe('Nothing came.');
    isDown = false;
    await scrollToEnd();
    expect(requests).toEqual(['/list/2']);
  });

  it('loads nothing automatically if the visitor saves data', async () => {
    vi.stubGlobal('navigator', { connection: { saveData: true } });
    load(loadMore);
    await scrollToEnd();
    expect(requests).toEqual([]);
  });
});

describe('the URL of a list with several loaded pages', () => {
  const stand = (tops: readonly number[]) => {
    for (const [index, item] of [...document.querySelectorAll('.item')].entries())
      vi.spyOn(item, 'getBoundingClientRect').mockReturnValue({
        top: tops[index],
        bottom: (tops[index] ?? 0) + 90,
      } as DOMRect);
  };

  it('is updated to the visible page without a new history entry', async () => {
    load(loadMore);
    await scrollToEnd();
    const entries = history.length;
    stand([-200, -100, 0, 100]);
    window.dispatchEvent(new Event('scroll'));
    await new Promise((resolve) => requestAnimationFrame(resolve));
    expect([location.pathname, history.length]).toEqual(['/list/2', entries]);
    stand([0, 100, 900, 1000]);
    window.dispatchEvent(new Event('scroll'));
    await new Promise((resolve) => requestAnimationFrame(resolve));
    expect(location.pathname).toBe('/list/1');
  });

  it('restores the scroll position to the same book', async () => {
    load(loadMore);
    await scrollToEnd();
    stand([-400, -300, -95, 12]);
    window.dispatchEvent(new Event('pagehide'));
    expect(history.state.list).toEqual({ item: 1, top: 12 });
    document.body.innerHTML = pageHtml(2);
    stand([0, 700]);
    const scrolled = vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
    load(loadMore);
    expect(scrolled).toHaveBeenCalledWith({ top: 688, behavior: 'instant' });
  });
});
