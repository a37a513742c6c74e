// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { bookLinkOf } from '#src/features/reader/links/book-link.ts';
import { followLink, goBack, listenForBack, showFragment, stayHere } from '#src/features/reader/links/follow-link.ts';
import { $lookUp, type LookUp } from '#src/features/reader/links/state.ts';
import * as flow from '#src/features/reader/loaded-chapters/loaded-chapters.ts';
import * as anchors from '#src/features/reader/position/anchor.ts';
import { blocksOf } from '#src/features/reader/position/blocks.ts';
import { textHash } from '#src/lib/text-hash.ts';
import { setPlatform } from '#src/shell/state/platform.ts';
import { memoryPlatform } from '../../../shell/state/memory-platform.ts';
import { chapterHtml, hrefOf, showChapters } from '../island/chapters.ts';

vi.mock('#src/features/reader/loaded-chapters/loaded-chapters.ts', { spy: true });
vi.mock('#src/features/reader/position/anchor.ts', { spy: true });

const BOOK = 4;
const NOTES = '<p>Notes.</p><p id="c-n1"><a href="#c-r1">1</a> A note.</p><p id="c-empty"></p>\n<p>After it.</p>';
const TEXT = `<p>Rain.</p><p id="c-r1">See <a href="${hrefOf(42)}#c-n1">the note</a>.</p><p>More.</p>`;

let platform: ReturnType<typeof memoryPlatform>;
/** The texts scrolled into view, with their positions in the window. */
const scrolledTo: [string | null, number][] = [];
const current: number[] = [];
let parts: HTMLElement[];

const idOf = (part: HTMLElement) => Number(part.querySelector('article')?.dataset['chapter']);
const element = (selector: string) => document.querySelector(selector) as HTMLElement;
const linkAt = (selector: string) =>
  bookLinkOf(element(selector) as HTMLAnchorElement) as NonNullable<ReturnType<typeof bookLinkOf>>;
const keptForNextPage = (): LookUp | null => JSON.parse(platform.tabStorage.get('lectern:look-up') ?? 'null');

beforeEach(() => {
  platform = memoryPlatform();
  setPlatform(platform);
  $lookUp.set(null);
  history.replaceState(null, '', '/');
  [scrolledTo.length, current.length] = [0, 0];
  vi.mocked(flow.makeCurrent).mockImplementation((part) => void current.push(idOf(part)));
  vi.mocked(anchors.showAnchor).mockImplementation(({ block, top }) => void scrolledTo.push([block.textContent, top]));
  vi.mocked(anchors.heldAnchor).mockReturnValue(null);
  vi.mocked(anchors.readAnchor).mockReturnValue(null);
  parts = showChapters(chapterHtml(41, TEXT), chapterHtml(42, NOTES));
});
afterEach(() => vi.restoreAllMocks());

/** Makes a line in this paragraph of chapter 41 the current line. */
function makeCurrent(block: number, top = 120): void {
  const article = parts[0]?.querySelector('article') as HTMLElement;
  vi.mocked(anchors.readAnchor).mockReturnValue(anchors.anchorAt(article, blocksOf(article)[block] as Element, 0, top));
}

describe('a link that the visitor follows in a chapter', () => {
  it('scrolls to a target in a loaded chapter, and stores the link and the current line', () => {
    makeCurrent(0);
    followLink(linkAt('#c-r1 a'), BOOK);
    expect([scrolledTo.at(-1)?.[0], current]).toEqual(['1 A note.', [42]]);
    expect(location.pathname + location.hash).toBe(`${hrefOf(42)}#c-n1`);
    expect(history.state).toEqual({ lookUp: true });
    expect($lookUp.get()).toMatchObject({
      book_id: BOOK,
      at: 42,
      returns: false,
      from: { chapter: 41, title: 'Chapter 41', place: { block: 0, offset: 0 }, top: 120, link: 'c-r1' },
    });
  });

  it('opens the page of a chapter that is not loaded, and passes the link on', () => {
    makeCurrent(1);
    element('#c-r1 a').setAttribute('href', `${hrefOf(45)}#c-x`);
    followLink(linkAt('#c-r1 a'), BOOK);
    expect(platform.visited).toEqual([`${hrefOf(45)}#c-x`]);
    expect(keptForNextPage()).toMatchObject({ at: 45, from: { chapter: 41, place: { block: 1 } } });
    expect([$lookUp.get(), scrolledTo]).toEqual([null, []]);
  });

  it('opens the page of a loaded chapter that lacks the target', () => {
    makeCurrent(1);
    element('#c-r1 a').setAttribute('href', `${hrefOf(42)}#c-gone`);
    followLink(linkAt('#c-r1 a'), BOOK);
    expect(platform.visited).toEqual([`${hrefOf(42)}#c-gone`]);
  });

  it('offers no way back if no line is visible', () => {
    followLink(linkAt('#c-r1 a'), BOOK);
    expect([$lookUp.get(), scrolledTo.at(-1)?.[0]]).toEqual([null, '1 A note.']);
  });

  it('stores the line that the reader keeps in place rather than the first visible line', () => {
    makeCurrent(0);
    const article = parts[0]?.querySelector('article') as HTMLElement;
    vi.mocked(anchors.heldAnchor).mockReturnValue(anchors.anchorAt(article, blocksOf(article)[2] as Element, 1, 77));
    followLink(linkAt('#c-r1 a'), BOOK);
    expect($lookUp.get()?.from).toMatchObject({ place: { block: 2, offset: 1 }, top: 77 });
  });

  it('counts as going back if it targets the origin of an earlier link', () => {
    makeCurrent(0, 150);
    followLink(linkAt('#c-r1 a'), BOOK);
    element('#c-n1 a').setAttribute('href', `${hrefOf(41)}#c-r1`);
    followLink(linkAt('#c-n1 a'), BOOK);
    expect([$lookUp.get(), scrolledTo.at(-1), current.at(-1)]).toEqual([null, ['Rain.', 150], 41]);
    expect(location.pathname + location.hash).toBe(hrefOf(41));
    expect(history.state).toMatchObject({ place: { block: 0, chapter: 41 } });
  });

  it('does not count as going back if it targets a different place in the same chapter', () => {
    makeCurrent(0);
    followLink(linkAt('#c-r1 a'), BOOK);
    element('#c-n1 a').setAttribute('href', `${hrefOf(41)}#top`);
    followLink(linkAt('#c-n1 a'), BOOK);
    expect($lookUp.get()).toMatchObject({ at: 41, from: { chapter: 41, link: 'c-r1' } });
  });

  it('does not count as going back if it targets the same id in another chapter', () => {
    makeCurrent(0);
    followLink(linkAt('#c-r1 a'), BOOK);
    element('#c-n1 a').setAttribute('href', `${hrefOf(45)}#c-r1`);
    followLink(linkAt('#c-n1 a'), BOOK);
    expect([platform.visited, keptForNextPage()?.at]).toEqual([[`${hrefOf(45)}#c-r1`], 45]);
  });
});

describe('going back from a followed link', () => {
  const lookUpFrom = (chapter: number, hash = ''): LookUp => ({
    book_id: BOOK,
    at: 42,
    from: { chapter, title: '', place: { block: 2, offset: 0, hash }, top: 60, link: 'c-r1' },
    returns: false,
  });

  it('opens the page of the original chapter if it is no longer loaded', () => {
    $lookUp.set(lookUpFrom(45));
    goBack(lookUpFrom(45));
    expect([platform.visited, keptForNextPage()?.returns, scrolledTo]).toEqual([[hrefOf(45)], true, []]);
  });

  it('scrolls to the line from which the link was followed', () => {
    $lookUp.set(lookUpFrom(41));
    goBack(lookUpFrom(41));
    expect([scrolledTo, current, $lookUp.get()]).toEqual([[['More.', 60]], [41], null]);
  });

  it('can be declined, which removes the fragment from the URL', () => {
    $lookUp.set(lookUpFrom(41));
    history.replaceState({ lookUp: true }, '', `${hrefOf(42)}?a=1#c-n1`);
    stayHere();
    expect([$lookUp.get(), location.pathname + location.search + location.hash, history.state]).toEqual([
      null,
      `${hrefOf(42)}?a=1`,
      { lookUp: true },
    ]);
  });

  it("shows the former position and ends the look-up if the browser's back button is used", () => {
    const stop = listenForBack();
    $lookUp.set(lookUpFrom(41));
    history.replaceState({ place: { block: 2, offset: 0, hash: textHash('More.'), top: 33, chapter: 41 } }, '');
    dispatchEvent(new PopStateEvent('popstate'));
    expect([$lookUp.get(), scrolledTo, current]).toEqual([null, [['More.', 33]], [41]]);
    stop();
    dispatchEvent(new PopStateEvent('popstate'));
    expect(scrolledTo.length).toBe(1);
  });

  it('does not end the look-up if the browser goes back to the target of another link, and loads a missing chapter', () => {
    const reload = vi.spyOn(location, 'reload').mockImplementation(() => {});
    const stop = listenForBack();
    $lookUp.set(lookUpFrom(41));
    history.replaceState({ lookUp: true }, '');
    dispatchEvent(new PopStateEvent('popstate'));
    expect([$lookUp.get(), scrolledTo, reload.mock.calls.length]).toEqual([lookUpFrom(41), [], 0]);
    history.replaceState(
      { lookUp: true, place: { block: 2, offset: 0, hash: textHash('More.'), top: 33, chapter: 47 } },
      '',
    );
    dispatchEvent(new PopStateEvent('popstate'));
    expect([scrolledTo, reload.mock.calls.length]).toEqual([[], 1]);
    stop();
  });
});

describe('the fragment in the URL of a chapter', () => {
  it('scrolls to its target, or to the text after an empty target', () => {
    parts = showChapters(chapterHtml(42, NOTES));
    showFragment('#c-n1');
    showFragment('#c-empty');
    expect(scrolledTo.map(([text]) => text)).toEqual(['1 A note.', 'After it.']);
  });

  it('scrolls to an element that no text follows, and is ignored if the element is missing', () => {
    parts = showChapters(chapterHtml(42, '<p>Text.</p><p id="c-last"></p>'));
    const scrolled = vi.fn();
    element('#c-last').scrollIntoView = scrolled;
    showFragment('#c-last');
    showFragment('#c-none');
    showFragment('#top');
    expect([scrolledTo, scrolled.mock.calls.length]).toEqual([[], 1]);
  });
});
