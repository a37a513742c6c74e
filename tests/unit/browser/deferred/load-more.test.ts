// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { loadMore } from '#src/browser/deferred/load-more.ts';
import { load } from './visit.ts';

const PAGES = 6;
const asked: string[] = [];
let isDown = false;

function pageHtml(page: number): string {
  const links = Array.from({ length: PAGES }, (_none, index) => index + 1).map(
    (number) => `<a href="/list/${number}"${number === page ? ' aria-current="page"' : ''}>${number}</a>`,
  );
  const next = page < PAGES ? `<a rel="next" href="/list/${page + 1}">Next</a>` : '';
  return `<div data-load-more="Show more" data-came="Page {page} of {pages} was added." data-failed="Nothing came.">
    <ol class="list"><li class="item"><a href="/book/${page}a">${page}a</a><img src="x"></li><li class="item">${page}b</li></ol>
    <nav class="pager">${links.join('')}${next}</nav></div>`;
}

/** The server: answers with the page of the address. */
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
    asked.push(this.#address);
    queueMicrotask(() => {
      if (isDown) return this.onerror?.();
      this.status = 200;
      this.responseXML = document.implementation.createHTMLDocument();
      this.responseXML.body.innerHTML = pageHtml(Number(this.#address.split('/').at(-1)));
      this.onload?.();
    });
  }
}

let tell: () => void = () => {};
class Observer {
  observed = 0;
  constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
    tell = () => {
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
  tell();
  await settle();
};
const items = () => [...document.querySelectorAll('.item')].map((item) => item.textContent);

beforeEach(() => {
  asked.length = 0;
  isDown = false;
  vi.stubGlobal('XMLHttpRequest', Request);
  vi.stubGlobal('IntersectionObserver', Observer);
  history.replaceState(null, '', '/list/1');
  document.body.innerHTML = pageHtml(1);
});

describe('a list', () => {
  it('takes its next page as its end comes near', async () => {
    load(loadMore);
    await scrollToEnd();
    expect(asked).toEqual(['/list/2']);
    expect(items()).toEqual(['1a', '1b', '2a', '2b']);
    expect(document.querySelector('.pager [aria-current]')?.textContent).toBe('2');
    expect(document.querySelector('[role=status]')?.textContent).toBe('Page 2 of 6 was added.');
  });

  it('shows books on their way, which nobody can reach', async () => {
    load(loadMore);
    tell();
    const ghosts = [...document.querySelectorAll('.item-ghost')];
    expect(ghosts.length).toBeGreaterThan(0);
    expect(ghosts.every((ghost) => ghost.getAttribute('aria-hidden') === 'true')).toBe(true);
    expect(document.querySelectorAll('.item-ghost a[href], .item-ghost img')).toHaveLength(0);
    await settle();
    expect(document.querySelectorAll('.item-ghost')).toHaveLength(0);
  });

  it('stops after three pages and offers the next one as a link', async () => {
    load(loadMore);
    for (let time = 0; time < 5; time += 1) await scrollToEnd();
    expect(asked).toEqual(['/list/2', '/list/3', '/list/4']);
    const more = document.querySelector<HTMLAnchorElement>('.list-more');
    expect([more?.textContent, more?.pathname]).toEqual(['Show more', '/list/5']);
    more?.click();
    await settle();
    expect(asked.at(-1)).toBe('/list/5');
    expect(document.querySelector<HTMLAnchorElement>('.list-more')?.pathname).toBe('/list/6');
    document.querySelector<HTMLAnchorElement>('.list-more')?.click();
    await settle();
    expect(document.querySelector('.list-more')).toBeNull();
    expect(items()).toHaveLength(12);
  });

  it('leaves the links to its pages where one does not come, and says so', async () => {
    load(loadMore);
    isDown = true;
    await scrollToEnd();
    expect(items()).toEqual(['1a', '1b']);
    expect(document.querySelector<HTMLAnchorElement>('.pager [rel=next]')?.pathname).toBe('/list/2');
    expect(document.querySelector('[role=status]')?.textContent).toBe('Nothing came.');
    isDown = false;
    await scrollToEnd();
    expect(asked).toEqual(['/list/2']);
  });

  it('asks for nothing ahead where the visitor saves data', async () => {
    vi.stubGlobal('navigator', { connection: { saveData: true } });
    load(loadMore);
    await scrollToEnd();
    expect(asked).toEqual([]);
  });
});

describe('the address', () => {
  const stand = (tops: readonly number[]) => {
    for (const [index, item] of [...document.querySelectorAll('.item')].entries())
      vi.spyOn(item, 'getBoundingClientRect').mockReturnValue({
        top: tops[index],
        bottom: (tops[index] ?? 0) + 90,
      } as DOMRect);
  };

  it('follows the page that is looked at, without another entry', async () => {
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

  it('leads back to the same book', async () => {
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
