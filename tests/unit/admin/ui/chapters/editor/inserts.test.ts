import { describe, expect, it } from 'vitest';
import { isAddress, linkAt, readingAt, setLink, setReading } from '#src/admin/ui/chapters/editor/links.ts';
import { insertNote, noteAt } from '#src/admin/ui/chapters/editor/notes.ts';
import { describePicture, insertPicture, pictureAt } from '#src/admin/ui/chapters/editor/pictures.ts';
import { htmlOf, opened, run, typed } from './states.ts';

describe('insertNote', () => {
  it('adds a numbered note at the end of the chapter, and goes back to its reference', () => {
    const first = run(opened('<p>One two</p>', 4), insertNote);
    const html = htmlOf(typed(first, 'A note.'));
    const id = /id="(note-[\da-f]{8})"/.exec(html)?.[1];
    expect(html).toBe(
      `<p>One<a class="text-note-ref" id="${id}-ref" href="#${id}">[1]</a> two</p>\n` +
        `<aside class="text-note" id="${id}"><p><a class="text-note-back" href="#${id}-ref">[1]</a> A note.</p></aside>`,
    );
    expect(noteAt(first)).toBe(id);
    const back = run(first, insertNote);
    expect(noteAt(back)).toBeUndefined();
    expect(back.selection.from).toBe(7);
  });

  it('counts on from the highest number', () => {
    const html = '<p>One<a class="text-note-ref" href="#b">[7]</a></p>';
    expect(htmlOf(run(opened(html, 2), insertNote))).toContain('>[8]</a>');
  });
});

describe('setLink', () => {
  it('links the selection, changes the address anywhere in the link, and removes it', () => {
    const linked = run(opened('<p>One two</p>', 1, 4), setLink('https://example.org/a'));
    expect(htmlOf(linked)).toBe('<p><a href="https://example.org/a" rel="nofollow noopener external">One</a> two</p>');
    const html = '<p><a id="x" href="#b">O<em>n</em>e</a> two</p>';
    expect(linkAt(opened(html, 2))).toBe('#b');
    expect(htmlOf(run(opened(html, 2), setLink('chapter:7')))).toBe(
      '<p><a id="x" href="chapter:7">O</a><em><a id="x" href="chapter:7">n</a></em><a id="x" href="chapter:7">e</a> two</p>',
    );
    expect(htmlOf(run(opened('<p><a href="#b">One</a> two</p>', 2), setLink('')))).toBe('<p>One two</p>');
  });

  it.each([
    ['https://example.org/a?b=c#d', true],
    ['chapter:12#note-1', true],
    ['#note-1', true],
    ['http://example.org', false],
    ['javascript:alert(1)', false],
    ['//example.org', false],
  ])('accepts the address %s only if the API keeps it', (address, expected) => {
    expect(isAddress(address)).toBe(expected);
  });
});

describe('setReading', () => {
  it('adds a reading to the selection, changes it and removes it', () => {
    const read = run(opened('<p>東京へ</p>', 1, 3), setReading('とうきょう'));
    expect(htmlOf(read)).toBe('<p><ruby>東京<rt>とうきょう</rt></ruby>へ</p>');
    const inside = opened(htmlOf(read), 2);
    expect(readingAt(inside)).toBe('とうきょう');
    expect(htmlOf(run(inside, setReading('みやこ')))).toBe('<p><ruby>東京<rt>みやこ</rt></ruby>へ</p>');
    expect(htmlOf(run(inside, setReading('')))).toBe('<p>東京へ</p>');
  });

  it('keeps neighbouring readings apart', () => {
    const html = '<p><ruby>東<rt>とう</rt></ruby>京<ruby>都<rt>と</rt></ruby></p>';
    expect(htmlOf(run(opened(html, 4, 5), setReading('きょう')))).toBe(
      '<p><ruby>東<rt>とう</rt></ruby><ruby>京<rt>きょう</rt></ruby><ruby>都<rt>と</rt></ruby></p>',
    );
  });
});

describe('insertPicture and describePicture', () => {
  const PICTURE = { src: '/media/pictures/a.webp', width: '10', alt: 'A ship' };

  it('put a picture with its caption below the paragraph, and change its description', () => {
    const state = run(opened('<p>One</p>\n<p>Two</p>', 2), insertPicture(PICTURE, 'The ship'));
    expect(htmlOf(typed(state, 'New'))).toBe(
      '<p>One</p>\n<figure><img src="/media/pictures/a.webp" width="10" alt="A ship" /><figcaption>The ship</figcaption></figure>\n<p>New</p>\n<p>Two</p>',
    );
    const image = opened('<p>a<img src="/media/pictures/a.webp" alt="" /></p>', 3);
    const place = pictureAt(image);
    expect(place?.attrs['src']).toBe('/media/pictures/a.webp');
    expect(htmlOf(run(image, describePicture(place?.pos ?? 0, 'A sail')))).toBe(
      '<p>a<img src="/media/pictures/a.webp" alt="A sail" /></p>',
    );
  });

  it('replace an empty paragraph', () => {
    expect(htmlOf(run(opened('<p></p>', 1), insertPicture(PICTURE, '')))).toBe(
      '<figure><img src="/media/pictures/a.webp" width="10" alt="A ship" /></figure>',
    );
  });
});
