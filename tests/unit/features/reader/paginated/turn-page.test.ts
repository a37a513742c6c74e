// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as flow from '#src/features/reader/loaded-chapters/loaded-chapters.ts';
import * as columns from '#src/features/reader/paginated/page-columns.ts';
import { turnChapter, turnPage } from '#src/features/reader/paginated/turn-page.ts';
import { chapterHtml, hrefOf, showChapters } from '../island/chapters.ts';

vi.mock('#src/features/reader/loaded-chapters/loaded-chapters.ts', { spy: true });
vi.mock('#src/features/reader/paginated/page-columns.ts', { spy: true });

/** Each chapter has three pages. */
const COUNT = 3;
let parts: HTMLElement[];
/** The visible chapter, and the page in it. */
let at: [number, number];
/** Ids of the loaded chapters. */
let loadedIds: number[];
const done: string[] = [];

const idOf = (part: HTMLElement) => Number(part.querySelector('article')?.dataset['chapter']);
const neighbour = async (part: HTMLElement | null, step: number) => {
  const id = part ? idOf(part) + step : 0;
  return loadedIds.includes(id) ? (parts.find((other) => idOf(other) === id) ?? null) : null;
};

beforeEach(() => {
  parts = showChapters(chapterHtml(41), chapterHtml(42), chapterHtml(43));
  loadedIds = [41, 42, 43];
  at = [42, 1];
  done.length = 0;
  document.documentElement.dataset['flow'] = 'pages';
  show(42);
  vi.mocked(flow.nextPart).mockImplementation((part) => neighbour(part, 1));
  vi.mocked(flow.previousPart).mockImplementation((part) => neighbour(part, -1));
  vi.mocked(flow.setOpenedPart).mockImplementation((part) => void done.push(`open ${idOf(part)}`));
  vi.mocked(flow.makeCurrent).mockImplementation((part) => show(idOf(part)));
  vi.mocked(columns.pageNumber).mockImplementation((part) => ({
    index: idOf(part) === at[0] ? at[1] : 0,
    count: COUNT,
  }));
  vi.mocked(columns.showPage).mockImplementation((part, index) => {
    at = [idOf(part), index];
  });
  vi.spyOn(location, 'assign').mockImplementation((url) => void done.push(`go ${url}`));
  for (const part of parts) part.scrollIntoView = () => void done.push(`scroll to ${idOf(part)}`);
});
afterEach(() => {
  delete document.documentElement.dataset['flow'];
  delete document.documentElement.dataset['ended'];
});

function show(id: number): void {
  for (const part of parts) part.toggleAttribute('data-current', idOf(part) === id);
}

const isEndShown = () => document.documentElement.dataset['ended'] !== undefined;

describe('turning a page in the reader', () => {
  it('stays within its chapter', async () => {
    await turnPage(1);
    expect([at, done]).toEqual([[42, 2], []]);
    await turnPage(-1);
    await turnPage(-1);
    expect([at, done]).toEqual([[42, 0], []]);
  });

  it('continues on the first page of the next chapter', async () => {
    at = [42, COUNT - 1];
    const scrolled = vi.fn();
    addEventListener('scroll', scrolled, { once: true });
    await turnPage(1);
    expect([at, done, scrolled.mock.calls.length]).toEqual([[43, 0], ['open 43'], 1]);
  });

  it('goes back to the last page of the previous chapter', async () => {
    at = [42, 0];
    await turnPage(-1);
    expect([at, done]).toEqual([[41, COUNT - 1], ['open 41']]);
  });

  it('opens the page of the next chapter if the chapter could not be appended', async () => {
    at = [42, COUNT - 1];
    loadedIds = [42];
    await turnPage(1);
    expect([at, done, isEndShown()]).toEqual([[42, COUNT - 1], [`go ${hrefOf(43)}`], false]);
  });

  it('does nothing on the first page of a book', async () => {
    at = [42, 0];
    loadedIds = [42];
    await turnPage(-1);
    expect([at, done, isEndShown()]).toEqual([[42, 0], [], false]);
  });

  it('shows the end of a book after its last page, and returns from there to the last page', async () => {
    show(43);
    at = [43, COUNT - 1];
    delete parts[2]?.dataset['next'];
    await turnPage(1);
    expect([at, done, isEndShown()]).toEqual([[43, COUNT - 1], [], true]);
    await turnPage(1);
    expect([at, done, isEndShown()]).toEqual([[43, COUNT - 1], [], true]);
    await turnPage(-1);
    expect([at, isEndShown()]).toEqual([[43, COUNT - 1], false]);
    await turnPage(-1);
    expect(at).toEqual([43, COUNT - 2]);
  });

  it('does nothing without a chapter', async () => {
    document.body.innerHTML = '';
    await turnPage(1);
    expect(done).toEqual([]);
  });
});

describe('moving to another chapter', () => {
  it('shows the start of the neighbouring chapter and leaves the end of the book', async () => {
    await turnChapter(1, '/next');
    expect([at, done]).toEqual([[43, 0], ['open 43']]);
    document.documentElement.dataset['ended'] = 'true';
    await turnChapter(-1, '/previous');
    expect([at, isEndShown()]).toEqual([[42, 0], false]);
  });

  it('opens the page of the neighbouring chapter if it cannot be appended or no chapter is shown', async () => {
    loadedIds = [42];
    await turnChapter(-1, '/previous');
    document.body.innerHTML = '';
    await turnChapter(1, '/next');
    expect(done).toEqual(['go /previous', 'go /next']);
  });

  it('scrolls to the top of that chapter in scroll mode', async () => {
    document.documentElement.dataset['flow'] = 'scroll';
    await turnChapter(1, '/next');
    expect([at, done]).toEqual([
      [42, 1],
      ['scroll to 43', 'open 43'],
    ]);
  });
});
