// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { CHAPTER_EVENT, type ChapterEventDetail } from '#src/shell/state/browser-events.ts';
import { chapterHtml, hrefOf, place, requestsOf, showChapters } from '../island/chapters.ts';

const tail = (text: string) => `<div data-reader-tail><a href="/">${text}</a></div>`;
const pages = Object.fromEntries(
  [41, 42, 43, 44, 45, 46].map((id) => [
    hrefOf(id),
    `<title>Page ${id}</title>${chapterHtml(id)}${tail(`tail of ${id}`)}`,
  ]),
);

let loaded: typeof import('#src/features/reader/loaded-chapters/loaded-chapters.ts');
let requestedPaths: string[];
let announcements: string[];
beforeEach(async () => {
  const { requests, Request } = requestsOf(pages);
  requestedPaths = requests;
  vi.stubGlobal('XMLHttpRequest', Request);
  vi.stubGlobal('innerHeight', 1000);
  document.documentElement.removeAttribute('data-flow');
  vi.resetModules();
  loaded = await import('#src/features/reader/loaded-chapters/loaded-chapters.ts');
  announcements = [];
});
document.addEventListener(CHAPTER_EVENT, (event) => {
  const { kind, chapterId } = (event as CustomEvent<ChapterEventDetail>).detail;
  announcements.push(`${kind} ${chapterId}`);
});

function show(...ids: number[]): HTMLElement[] {
  const parts = showChapters(...ids.map((id) => chapterHtml(id)), tail('first tail'));
  document.title = `Page ${ids[0]}`;
  loaded.markFirst();
  announcements = [];
  return parts;
}
const loadedIds = () =>
  [...document.querySelectorAll<HTMLElement>('[data-reader-part]')].map(({ dataset }) =>
    Number(dataset['href']?.slice(-2)),
  );
const tailShown = () => document.querySelector('[data-reader-tail]')?.textContent;
const at = (parts: readonly HTMLElement[], index: number) => parts.at(index) as HTMLElement;

describe('a neighbouring chapter in the reader', () => {
  it('is appended after the last chapter, with its own links, and is announced by an event', async () => {
    const next = await loaded.nextPart(at(show(42), 0));
    expect([loadedIds(), tailShown(), announcements, next?.dataset['href']]).toEqual([
      [42, 43],
      'tail of 43',
      ['added 43'],
      hrefOf(43),
    ]);
  });

  it('has a second-level heading', async () => {
    const next = await loaded.nextPart(at(show(42), 0));
    expect(next?.querySelector('h1')).toBeNull();
    expect(next?.querySelector('h2.reader-title')?.textContent).toBe('Chapter 43');
  });

  it('is inserted before the first chapter, and the links below the last chapter stay', async () => {
    await loaded.previousPart(at(show(42), 0));
    expect([loadedIds(), tailShown(), announcements]).toEqual([[41, 42], 'first tail', ['added 41']]);
  });

  it('is not requested if already loaded', async () => {
    const parts = show(42, 43);
    expect(await loaded.nextPart(at(parts, 0))).toBe(at(parts, 1));
    expect(await loaded.previousPart(at(parts, 1))).toBe(at(parts, 0));
    expect(requestedPaths).toEqual([]);
  });

  it('is loaded once for two concurrent requests', async () => {
    const part = at(show(42), 0);
    const [one, other] = await Promise.all([loaded.nextPart(part), loaded.nextPart(part)]);
    expect([one === other, loadedIds(), requestedPaths]).toEqual([true, [42, 43], [hrefOf(43)]]);
  });

  it('is missing beyond the ends of the book, after a failure, and next to a chapter that is not loaded', async () => {
    expect(await loaded.previousPart(at(show(41), 0))).toBeNull();
    expect(await loaded.nextPart(at(show(49), 0))).toBeNull();
    expect(requestedPaths).toEqual([]);
    expect(await loaded.nextPart(at(show(46), 0))).toBeNull();
    const out = at(show(42), 0);
    out.remove();
    expect([await loaded.nextPart(out), await loaded.nextPart(null)]).toEqual([null, null]);
  });

  it('is requested again after a failure', async () => {
    const part = at(show(46), 0);
    await loaded.nextPart(part);
    await loaded.nextPart(part);
    expect(requestedPaths).toEqual([hrefOf(47), hrefOf(47)]);
  });

  it('is not inserted next to a chapter that was removed meanwhile', async () => {
    const part = at(show(42), 0);
    const coming = loaded.nextPart(part);
    part.remove();
    expect([await coming, loadedIds()]).toEqual([null, []]);
  });
});

describe('the current chapter in the reader', () => {
  it("is initially the page's chapter, without an event", () => {
    const [part] = showChapters(chapterHtml(42), chapterHtml(43));
    loaded.markFirst();
    expect([part?.hasAttribute('data-current'), announcements]).toEqual([true, []]);
  });

  it('sets the URL and title of the page, and is reported by one event', () => {
    const parts = show(42, 43);
    loaded.makeCurrent(at(parts, 1));
    loaded.makeCurrent(at(parts, 1));
    expect([location.pathname, announcements]).toEqual([hrefOf(43), ['current 43']]);
    expect(parts.map((part) => part.hasAttribute('data-current'))).toEqual([false, true]);
  });

  it('has the title of its own page; returning to the first chapter restores the first title', async () => {
    const part = at(show(42), 0);
    const next = await loaded.nextPart(part);
    loaded.makeCurrent(next as HTMLElement);
    expect(document.title).toBe('Page 43');
    loaded.makeCurrent(part);
    expect(document.title).toBe('Page 42');
  });

  it('is the last chapter whose top is above the middle of the window, or else the first', () => {
    const parts = show(42, 43, 44);
    const inView = (...tops: number[]) => {
      for (const [index, top] of tops.entries()) place(parts[index], top, top + 100);
      return loaded.partInView()?.dataset['href'];
    };
    expect(inView(-900, 499, 501)).toBe(hrefOf(43));
    expect(inView(-900, 500, 600)).toBe(hrefOf(42));
    expect(inView(600, 700, 800)).toBe(hrefOf(42));
  });

  it('is the chapter that the visitor opened until the page is scrolled', () => {
    const parts = show(42, 43);
    place(parts[0], -10, 900);
    place(parts[1], 900, 1900);
    loaded.setOpenedPart(at(parts, 1));
    expect(loaded.partInView()).toBe(parts[1]);
    vi.stubGlobal('scrollY', scrollY + 2);
    expect(loaded.partInView()).toBe(parts[0]);
  });
});

describe('the next chapter in the reader', () => {
  const bottom = (px: number, change: (part: HTMLElement) => void = () => {}) => {
    const part = at(show(42), 0);
    place(part, px - 5000, px);
    change(part);
    loaded.loadAhead();
    return requestedPaths.length;
  };

  it('is appended if the last chapter ends less than two window heights below', () => {
    expect(bottom(3000)).toBe(0);
    expect(bottom(2999)).toBe(1);
  });

  it('is never appended after a locked chapter or in paginated mode', () => {
    expect(bottom(500, (part) => part.toggleAttribute('data-locked'))).toBe(0);
    document.documentElement.dataset['flow'] = 'pages';
    expect(bottom(500)).toBe(0);
  });

  it('is never appended while a visible form below is being filled in', () => {
    const form = (top: number) => () => {
      document.body.insertAdjacentHTML('beforeend', '<div class="support"><details open></details></div>');
      place(document.querySelector('.support details') ?? undefined, top, top + 200);
    };
    expect(bottom(500, form(600))).toBe(0);
    expect(bottom(500, form(-199))).toBe(0);
    expect(bottom(500, form(1000))).toBe(1);
  });
});

describe('the previous chapter in the reader', () => {
  it('is inserted if the first chapter starts less than one window height above', () => {
    const top = (px: number) => {
      const part = at(show(43), 0);
      place(part, px, px + 9000);
      loaded.loadBehind();
      return requestedPaths.length;
    };
    expect(top(-1000)).toBe(0);
    expect(top(-999)).toBe(1);
  });
});

describe('the chapter to read next', () => {
  it('is prefetched, unless it is loaded or the visitor saves data', () => {
    loaded.prefetchNext(at(show(42, 43), 0));
    loaded.prefetchNext(at(show(49), 0));
    vi.stubGlobal('navigator', { connection: { saveData: true } });
    loaded.prefetchNext(at(show(42), 0));
    expect(requestedPaths).toEqual([]);
    vi.stubGlobal('navigator', {});
    loaded.prefetchNext(at(show(42), 0));
    expect(requestedPaths).toEqual([hrefOf(43)]);
  });
});

describe('trim', () => {
  it('removes chapters more than two chapters away and far from the window', () => {
    const parts = show(41, 42, 43, 44, 45, 46, 47);
    loaded.makeCurrent(at(parts, 3));
    announcements = [];
    place(parts[0], -9000, -2001);
    place(parts[1], -2001, -1500);
    place(parts[5], 3000, 4000);
    place(parts[6], 4001, 5000);
    loaded.trim();
    expect([loadedIds(), announcements]).toEqual([
      [42, 43, 44, 45, 46],
      ['removed 41', 'removed 47'],
    ]);
  });

  it('keeps chapters in the window or less than two window heights away', () => {
    const parts = show(41, 42, 43, 44, 45, 46, 47);
    loaded.makeCurrent(at(parts, 3));
    place(parts[0], -3000, -2000);
    place(parts[6], 4000, 5000);
    loaded.trim();
    expect(loadedIds()).toHaveLength(7);
  });

  it('removes all chapters more than two away in paginated mode', () => {
    const parts = show(41, 42, 43, 44, 45);
    document.documentElement.dataset['flow'] = 'pages';
    loaded.makeCurrent(at(parts, 0));
    loaded.trim();
    expect(loadedIds()).toEqual([41, 42, 43]);
  });

  it('keeps the links of the last chapter below the remaining chapters', async () => {
    const parts = show(41, 42, 43);
    const last = (await loaded.nextPart(at(parts, 2))) as HTMLElement;
    await loaded.nextPart(last);
    expect(tailShown()).toBe('tail of 45');
    loaded.makeCurrent(at(parts, 1));
    place([...document.querySelectorAll('[data-reader-part]')].at(-1), 4001, 5000);
    loaded.trim();
    expect([loadedIds(), tailShown()]).toEqual([[41, 42, 43, 44], 'tail of 44']);
  });
});
