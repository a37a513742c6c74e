// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as links from '#src/features/reader/links/book-link.ts';
import { chapterHtml, hrefOf, requestsOf, showChapters } from '../island/chapters.ts';

const anchor = (selector = 'a') => document.querySelector<HTMLAnchorElement>(selector) as HTMLAnchorElement;
const linkTo = (href: string, text = 'there') => `<p>See <a href="${href}">${text}</a>.</p>`;

describe('a link in a chapter', () => {
  const read = (href: string) => {
    showChapters(chapterHtml(41, linkTo(href)));
    return links.bookLinkOf(anchor());
  };

  it.each([
    ['#c-note', hrefOf(41), '#c-note'],
    [`${hrefOf(43)}#top`, hrefOf(43), '#top'],
    [`${hrefOf(43)}#c-b`, hrefOf(43), '#c-b'],
  ])('to %s is internal to the book', (href, path, hash) => {
    expect(read(href)).toMatchObject({ path, hash, element: anchor() });
  });

  it.each([
    hrefOf(43),
    `${hrefOf(43)}#other`,
    '/book-reader/5/43#top',
    '/genres#top',
    `https://elsewhere.test${hrefOf(43)}#top`,
  ])('to %s is not internal to the book', (href) => {
    expect(read(href)).toBeNull();
  });

  it('is ignored without a URL or outside a chapter', () => {
    showChapters(chapterHtml(41, '<a>x</a>'));
    expect(links.bookLinkOf(anchor())).toBeNull();
    document.body.innerHTML = linkTo('#c-note');
    expect(links.bookLinkOf(anchor())).toBeNull();
  });

  it('identifies its chapter by the number at the end of its path', () => {
    showChapters(chapterHtml(41));
    expect([links.chapterAt(hrefOf(43)), links.chapterAt('/genres'), links.pathOfChapter(7)]).toEqual([
      43,
      Number.NaN,
      hrefOf(7),
    ]);
    expect(links.partAt(hrefOf(41))?.dataset['href']).toBe(hrefOf(41));
    expect(links.partAt(hrefOf(42))).toBeUndefined();
  });
});

describe('the target of a fragment', () => {
  it('is the element with that id, even with special characters, or the chapter for #top', () => {
    const [part] = showChapters(chapterHtml(41, '<p id="c-é">1</p><p id="c-a.b:c">2</p><p id="c-100%">3</p>'));
    if (!part) throw new Error('no chapter');
    const targetText = (hash: string) => links.targetIn(part, hash)?.textContent;
    expect([targetText('#c-%C3%A9'), targetText('#c-a.b:c'), targetText('#c-100%'), targetText('#c-no')]).toEqual([
      '1',
      '2',
      '3',
      undefined,
    ]);
    expect(links.targetIn(part, '#top')).toBe(part);
  });
});

describe('the label of a link to a note', () => {
  it.each(['1', '[12]', '(a)', 'iv', '*', '†', '1.', '{3}:', 'note 7', ' 2 ', '①', '［１］', '注3', '[註釋三]', '[٣]'])(
    'can be %s',
    (text) => {
      showChapters(chapterHtml(41, linkTo('#c-n', text)));
      expect(links.isLabel(anchor())).toBe(true);
    },
  );

  it.each(['', 'there', '12345', 'ab', '*****', '1 2', 'chapter 7', '三', '注目'])('cannot be "%s"', (text) => {
    showChapters(chapterHtml(41, linkTo('#c-n', text)));
    expect(links.isLabel(anchor())).toBe(false);
  });
});

describe('the note opened by a link', () => {
  const { requests, Request } = requestsOf({
    [hrefOf(49)]: `<title>x</title>${chapterHtml(49, '<p id="c-n">Far.</p>')}`,
  });
  beforeEach(() => {
    requests.length = 0;
    vi.stubGlobal('XMLHttpRequest', Request);
  });
  const note = async (...chapters: string[]) => {
    showChapters(...chapters);
    const link = links.bookLinkOf(anchor());
    return link && (await links.noteOf(link))?.textContent;
  };

  it('is the target if it comes after the link, in the same chapter or a later one', async () => {
    expect(await note(chapterHtml(42, `${linkTo('#c-n', '1')}<p id="c-n">Note.</p>`))).toBe('Note.');
    const later = chapterHtml(43, '<p id="c-n">Later.</p>');
    expect(await note(chapterHtml(42, linkTo(`${hrefOf(43)}#c-n`, '1')), later)).toBe('Later.');
    expect(requests).toEqual([]);
  });

  it('is undefined if the target comes before the link or the link text is not a note label', async () => {
    expect(await note(chapterHtml(42, `<p id="c-n">Text.</p>${linkTo('#c-n', '1')}`))).toBeUndefined();
    expect(await note(chapterHtml(42, `<p id="c-n">Text ${linkTo('#c-n', '1')}</p>`))).toBeUndefined();
    expect(await note(chapterHtml(42, `${linkTo('#c-n', 'there')}<p id="c-n">Note.</p>`))).toBeUndefined();
    const earlier = chapterHtml(41, '<p id="c-n">Earlier.</p>');
    expect(await note(chapterHtml(42, linkTo(`${hrefOf(41)}#c-n`, '1')), earlier)).toBeUndefined();
  });

  it('is any target of a link marked as a note reference, unless the link is also marked as a back link', async () => {
    const marked = (kind: string) => linkTo('#c-n', 'word').replace('<a', `<a class="${kind}"`);
    expect(await note(chapterHtml(42, `<p id="c-n">Note.</p>${marked('text-note-ref')}`))).toBe('Note.');
    expect(
      await note(chapterHtml(42, `${marked('text-note-ref text-note-back')}<p id="c-n">Note.</p>`)),
    ).toBeUndefined();
  });

  it('is fetched if its chapter is not loaded, and is undefined if fetching fails', async () => {
    expect(await note(chapterHtml(42, linkTo(`${hrefOf(49)}#c-n`, '1')))).toBe('Far.');
    expect(await note(chapterHtml(42, linkTo(`${hrefOf(48)}#c-n`, '1')))).toBeUndefined();
    expect(requests).toEqual([hrefOf(49), hrefOf(48)]);
  });

  it('is fetched again after a failed request', async () => {
    const chapter = chapterHtml(42, linkTo(`${hrefOf(47)}#c-n`, '1'));
    for (let time = 0; time < 2; time += 1) expect(await note(chapter)).toBeUndefined();
    expect(requests).toEqual([hrefOf(47), hrefOf(47)]);
  });

  it('is undefined if the link names a whole chapter or a missing element', async () => {
    expect(await note(chapterHtml(42, linkTo(`${hrefOf(43)}#top`, '1')), chapterHtml(43))).toBeUndefined();
    expect(await note(chapterHtml(42, linkTo('#c-none', '1')))).toBeUndefined();
  });

  it("is undefined if the target is below the chapter's text", async () => {
    const chapter = chapterHtml(42, linkTo('#c-n', '1')).replace('</article>', '</article><p id="c-n">Below.</p>');
    expect(await note(chapter)).toBeUndefined();
  });
});
