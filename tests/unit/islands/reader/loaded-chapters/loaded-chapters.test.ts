// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { CHAPTER_EVENT, type ChapterEventDetail } from '#src/lib/browser-events.ts';
import { chapterHtml, hrefOf, place, requestsOf, showChapters } from '../chapters.ts';

const tail = (text: string) => `<div data-reader-tail><a href="/">${text}</a></div>`;
const pages = Object.fromEntries(
  [41, 42, 43, 44, 45, 46].map((id) => [
    hrefOf(id),
    `<title>Page ${id}</title>${chapterHtml(id)}${tail(`tail of ${id}`)}`,
  ]),
);

let loaded: typeof import('#src/islands/reader/loaded-chapters/loaded-chapters.ts');
let asked: string[];
let told: string[];
beforeEach(async () => {
  const requests = requestsOf(pages);
  asked = requests.asked;
  vi.stubGlobal('XMLHttpRequest', requests.Request);
  vi.stubGlobal('innerHeight', 1000);
  document.documentElement.removeAttribute('data-flow');
  vi.resetModules();
  loaded = await import('#src/islands/reader/loaded-chapters/loaded-chapters.ts');
  told = [];
});
document.addEventListener(CHAPTER_EVENT, (event) => {
  const { kind, chapterId } = (event as CustomEvent<ChapterEventDetail>).detail;
  told.push(`${kind} ${chapterId}`);
});

function show(...ids: number[]): HTMLElement[] {
  const parts = showChapters(...ids.map((id) => chapterHtml(id)), tail('first tail'));
  document.title = `Page ${ids[0]}`;
  loaded.markFirst();
  told = [];
  return parts;
}
const shown = () =>
  [...document.querySelectorAll<HTMLElement>('[data-reader-part]')].map(({ dataset }) =>
    Number(dataset['href']?.slice(-2)),
  );
const tailShown = () => document.querySelector('[data-reader-tail]')?.textContent;
const at = (parts: readonly HTMLElement[], index: number) => parts.at(index) as HTMLElement;

describe('a neighbouring chapter', () => {
  it('comes in behind, with its tail, and is told of', async () => {
    const next = await loaded.nextPart(at(show(42), 0));
    expect([shown(), tailShown(), told, next?.dataset['href']]).toEqual([
      [42, 43],
      'tail of 43',
      ['added 43'],
      hrefOf(43),
    ]);
  });

  it('has a heading of the second level, for the page has one already', async () => {
    const next = await loaded.nextPart(at(show(42), 0));
    expect(next?.querySelector('h1')).toBeNull();
    expect(next?.querySelector('h2.reader-title')?.textContent).toBe('Chapter 43');
  });

  it('comes in before, and the tail stays', async () => {
    await loaded.previousPart(at(show(42), 0));
    expect([shown(), tailShown(), told]).toEqual([[41, 42], 'first tail', ['added 41']]);
  });

  it('that is in the page already is not asked for', async () => {
    const parts = show(42, 43);
    expect(await loaded.nextPart(at(parts, 0))).toBe(at(parts, 1));
    expect(await loaded.previousPart(at(parts, 1))).toBe(at(parts, 0));
    expect(asked).toEqual([]);
  });

  it('comes in once, though two ask for it', async () => {
    const part = at(show(42), 0);
    const [one, other] = await Promise.all([loaded.nextPart(part), loaded.nextPart(part)]);
    expect([one === other, shown(), asked]).toEqual([true, [42, 43], [hrefOf(43)]]);
  });

  it('is none at the ends of the book, where it cannot be had, and beside what is out of the page', async () => {
    expect(await loaded.previousPart(at(show(41), 0))).toBeNull();
    expect(await loaded.nextPart(at(show(49), 0))).toBeNull();
    expect(asked).toEqual([]);
    expect(await loaded.nextPart(at(show(46), 0))).toBeNull();
    const out = at(show(42), 0);
    out.remove();
    expect([await loaded.nextPart(out), await loaded.nextPart(null)]).toEqual([null, null]);
  });

  it('that could not be had is asked for again', async () => {
    const part = at(show(46), 0);
    await loaded.nextPart(part);
    await loaded.nextPart(part);
    expect(asked).toEqual([hrefOf(47), hrefOf(47)]);
  });

  it('does not come in beside a part that was taken out meanwhile', async () => {
    const part = at(show(42), 0);
    const coming = loaded.nextPart(part);
    part.remove();
    expect([await coming, shown()]).toEqual([null, []]);
  });
});

describe('the chapter that is read', () => {
  it('is at first the one that the page came with, of which nobody is told', () => {
    const [part] = showChapters(chapterHtml(42), chapterHtml(43));
    loaded.markFirst();
    expect([part?.hasAttribute('data-current'), told]).toEqual([true, []]);
  });

  it('has the address and the title of the page, and is told of once', () => {
    const parts = show(42, 43);
    loaded.makeCurrent(at(parts, 1));
    loaded.makeCurrent(at(parts, 1));
    expect([location.pathname, told]).toEqual([hrefOf(43), ['current 43']]);
    expect(parts.map((part) => part.hasAttribute('data-current'))).toEqual([false, true]);
  });

  it('has the title of its own page where it came in later, and the first one its own again', async () => {
    const part = at(show(42), 0);
    const next = await loaded.nextPart(part);
    loaded.makeCurrent(next as HTMLElement);
    expect(document.title).toBe('Page 43');
    loaded.makeCurrent(part);
    expect(document.title).toBe('Page 42');
  });

  it('is the last whose top is above the middle of the window, else the first', () => {
    const parts = show(42, 43, 44);
    const inView = (...tops: number[]) => {
      for (const [index, top] of tops.entries()) place(parts[index], top, top + 100);
      return loaded.partInView()?.dataset['href'];
    };
    expect(inView(-900, 499, 501)).toBe(hrefOf(43));
    expect(inView(-900, 500, 600)).toBe(hrefOf(42));
    expect(inView(600, 700, 800)).toBe(hrefOf(42));
  });

  it('is the one that somebody turned to, until the page is moved', () => {
    const parts = show(42, 43);
    place(parts[0], -10, 900);
    place(parts[1], 900, 1900);
    loaded.choose(at(parts, 1));
    expect(loaded.partInView()).toBe(parts[1]);
    vi.stubGlobal('scrollY', scrollY + 2);
    expect(loaded.partInView()).toBe(parts[0]);
  });
});

describe('the next chapter comes in by itself', () => {
  const bottom = (px: number, change: (part: HTMLElement) => void = () => {}) => {
    const part = at(show(42), 0);
    place(part, px - 5000, px);
    change(part);
    loaded.loadAhead();
    return asked.length;
  };

  it('where the last ends within two windows below this one', () => {
    expect(bottom(3000)).toBe(0);
    expect(bottom(2999)).toBe(1);
  });

  it('but not behind a locked one, nor in pages', () => {
    expect(bottom(500, (part) => part.toggleAttribute('data-locked'))).toBe(0);
    document.documentElement.dataset['flow'] = 'pages';
    expect(bottom(500)).toBe(0);
  });

  it('but not while somebody fills in a form below that shows', () => {
    const form = (top: number) => () => {
      document.body.insertAdjacentHTML('beforeend', '<div class="support"><details open></details></div>');
      place(document.querySelector('.support details') ?? undefined, top, top + 200);
    };
    expect(bottom(500, form(600))).toBe(0);
    expect(bottom(500, form(-199))).toBe(0);
    expect(bottom(500, form(1000))).toBe(1);
  });
});

describe('the chapter before comes in by itself', () => {
  it('where the first begins within a window above this one', () => {
    const top = (px: number) => {
      const part = at(show(43), 0);
      place(part, px, px + 9000);
      loaded.loadBehind();
      return asked.length;
    };
    expect(top(-1000)).toBe(0);
    expect(top(-999)).toBe(1);
  });
});

describe('a chapter that will be read next', () => {
  it('is fetched ahead of time, unless it is here or the visitor saves data', () => {
    loaded.prefetchNext(at(show(42, 43), 0));
    loaded.prefetchNext(at(show(49), 0));
    vi.stubGlobal('navigator', { connection: { saveData: true } });
    loaded.prefetchNext(at(show(42), 0));
    expect(asked).toEqual([]);
    vi.stubGlobal('navigator', {});
    loaded.prefetchNext(at(show(42), 0));
    expect(asked).toEqual([hrefOf(43)]);
  });
});

describe('chapters that are taken out', () => {
  it('are those more than two away and far from the window', () => {
    const parts = show(41, 42, 43, 44, 45, 46, 47);
    loaded.makeCurrent(at(parts, 3));
    told = [];
    place(parts[0], -9000, -2001);
    place(parts[1], -2001, -1500);
    place(parts[5], 3000, 4000);
    place(parts[6], 4001, 5000);
    loaded.trim();
    expect([shown(), told]).toEqual([
      [42, 43, 44, 45, 46],
      ['removed 41', 'removed 47'],
    ]);
  });

  it('are none that stand in the window or less than two windows from it', () => {
    const parts = show(41, 42, 43, 44, 45, 46, 47);
    loaded.makeCurrent(at(parts, 3));
    place(parts[0], -3000, -2000);
    place(parts[6], 4000, 5000);
    loaded.trim();
    expect(shown()).toHaveLength(7);
  });

  it('are in pages all that are more than two away', () => {
    const parts = show(41, 42, 43, 44, 45);
    document.documentElement.dataset['flow'] = 'pages';
    loaded.makeCurrent(at(parts, 0));
    loaded.trim();
    expect(shown()).toEqual([41, 42, 43]);
  });

  it('leave below the rest what belongs to its last one', async () => {
    const parts = show(41, 42, 43);
    const last = (await loaded.nextPart(at(parts, 2))) as HTMLElement;
    await loaded.nextPart(last);
    expect(tailShown()).toBe('tail of 45');
    loaded.makeCurrent(at(parts, 1));
    place([...document.querySelectorAll('[data-reader-part]')].at(-1), 4001, 5000);
    loaded.trim();
    expect([shown(), tailShown()]).toEqual([[41, 42, 43, 44], 'tail of 44']);
  });
});
