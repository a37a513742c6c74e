import type { Bookmark, Highlight } from '#src/contract/entities/marks.ts';

export const MOON = { id: 4, title: 'Moon', category: { name: 'Romance', sub_name: null } };

const place = (block: number) => ({ block, offset: 0, hash: '0123abcd' });
const shared = (number: number, chapter: number) => ({
  id: `mark-${String(number).padStart(4, '0')}`,
  book: MOON,
  chapter: { id: 40 + chapter, number: chapter, title: `Chapter ${chapter}` },
  start: place(number),
  text: `Passage ${number}`,
  note: '',
  created_at: '2026-04-01T12:00:00.000Z',
  updated_at: `2026-04-02T12:00:00.${String(number).padStart(3, '0')}Z`,
});

/** A highlight in the book Moon. `number` is also the number of its paragraph. */
export const highlight = (number: number, chapter = 1, more: Partial<Highlight> = {}): Highlight => ({
  ...shared(number, chapter),
  kind: 'highlight',
  end: place(number),
  colour: 'yellow',
  ...more,
});

/** A bookmark in the book Moon. */
export const bookmark = (number: number, chapter = 1, more: Partial<Bookmark> = {}): Bookmark => ({
  ...shared(number, chapter),
  kind: 'bookmark',
  ...more,
});
