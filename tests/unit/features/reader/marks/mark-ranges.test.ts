// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import type { Highlight } from '#src/contract/entities/marks.ts';
import { rangeNearLocator, rangeOfMark } from '#src/features/reader/marks/mark-ranges.ts';
import { readSelection } from '#src/features/reader/marks/selection.ts';
import { pointAt } from '#src/features/reader/position/blocks.ts';
import { textHash } from '#src/lib/text-hash.ts';

afterEach(() => document.body.replaceChildren());

function article(...paragraphs: string[]): HTMLElement {
  document.body.innerHTML = `<section data-reader-part><article data-reader-text data-chapter="41" data-number="1">
    <h1>One</h1>${paragraphs.map((text) => `<p>${text}</p>`).join('')}</article></section>`;
  return document.querySelector('article') as HTMLElement;
}

/** Selects from a character of one paragraph to a character of another (0 is the heading). */
function select(from: [block: number, offset: number], to: [block: number, offset: number]) {
  const blocks = document.querySelectorAll('h1, p');
  const [start, end] = [from, to].map(([block, offset]) => pointAt(blocks[block] as Element, offset));
  const range = document.createRange();
  if (start) range.setStart(start.node, start.offset);
  if (end) range.setEnd(end.node, end.offset);
  const selection = getSelection();
  selection?.removeAllRanges();
  selection?.addRange(range);
  return readSelection(selection);
}

const shared = {
  ...({ id: 'mark-0001', kind: 'highlight', colour: 'yellow', note: '' } as const),
  book: { id: 4, title: 'Moon', category: { name: 'Romance', sub_name: null } },
  chapter: { id: 41, number: 1, title: 'One' },
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
} as const;

const TEXTS = ['The old lighthouse went dark.', 'Nobody <em>at all</em> came to mend it.', 'The end.'];

/** A highlight of "lighthouse went dark", in the first paragraph. */
function highlight(): Highlight {
  article(...TEXTS);
  const picked = select([1, 8], [1, 28]);
  if (!picked) throw new Error('Nothing was selected.');
  return { ...shared, text: picked.text, start: picked.start, end: picked.end };
}
const textOf = (range: Range | null) => range && String(range);

describe('a text selection in the reader', () => {
  it('is a passage between two positions, without surrounding white space', () => {
    article(...TEXTS);
    const picked = select([1, 3], [1, 19]);
    expect(picked).toMatchObject({
      text: 'old lighthouse',
      start: { block: 1, offset: 4, hash: textHash('The old lighthouse went dark.') },
      end: { block: 1, offset: 18 },
    });
  });

  it('may span paragraphs and markup', () => {
    article(...TEXTS);
    const picked = select([1, 24], [2, 13]);
    expect(picked?.text).toBe('dark.\nNobody at all');
    expect([picked?.start.block, picked?.end.block]).toEqual([1, 2]);
  });

  it('is ignored if it is empty or outside a chapter', () => {
    article(...TEXTS);
    expect(select([1, 4], [1, 4])).toBeNull();
    document.body.innerHTML = '<p>The site itself.</p>';
    expect(select([0, 0], [0, 5])).toBeNull();
  });
});

describe('a highlight in a chapter', () => {
  it('is found at its position', () => {
    const mark = highlight();
    expect(textOf(rangeOfMark(article(...TEXTS), mark))).toBe('lighthouse went dark');
  });

  it('is found in its paragraph after the paragraph has moved', () => {
    const mark = highlight();
    expect(textOf(rangeOfMark(article('New.', 'Newer.', ...TEXTS), mark))).toBe('lighthouse went dark');
  });

  it('is found by its text in an edited paragraph', () => {
    const mark = highlight();
    const edited = article('Some say the very old lighthouse went dark at last.', ...TEXTS.slice(1));
    expect(textOf(rangeOfMark(edited, mark))).toBe('lighthouse went dark');
  });

  it('across several paragraphs is found as a whole', () => {
    article(...TEXTS);
    const picked = select([1, 24], [2, 13]);
    const mark = { ...shared, text: picked?.text ?? '', start: picked?.start, end: picked?.end } as Highlight;
    expect(textOf(rangeOfMark(article('New.', ...TEXTS), mark))?.replaceAll(/\s+/g, ' ')).toContain(
      'dark.Nobody at all',
    );
  });

  it('is lost if its paragraph and its text are gone, but its former position is still found', () => {
    const mark = highlight();
    const edited = article('Something else.', 'Altogether.');
    expect(rangeOfMark(edited, mark)).toBeNull();
    expect(textOf(rangeNearLocator(edited, mark.start))).toBe('Something else.');
  });
});
