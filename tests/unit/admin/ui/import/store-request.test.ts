import { describe, expect, test } from 'vitest';
import type { BookPreview, BookSummary } from '#src/admin/contract/imports.ts';
import { planOf, without } from '#src/admin/ui/import/plan.ts';
import { asRead, isStorable, storeRequest } from '#src/admin/ui/import/store-request.ts';

const CHAPTER = { title: 'One', part: null, kind: 'chapter' as const, words: 5, notes: 0, pictures: 0 };
const PREVIEW: BookPreview = {
  file: 'moon.txt',
  format: 'text',
  key: 'text:moon',
  fingerprint: 'abc',
  title: 'Moon',
  authors: ['Ann', 'Ben'],
  language: { code: 'en', confidence: 'certain' },
  encoding: null,
  doubts: [],
  chapters: [
    { ...CHAPTER, index: 0, blocks: 2 },
    { ...CHAPTER, index: 1, blocks: 3 },
  ],
  totals: { chapters: 2, sections: 0, words: 10, notes: 0, pictures: 0 },
  leftOut: [],
  oddities: [],
  resembles: [],
};
const SIMILAR = { bookId: 3, title: 'Moon', author: 'Ann', by: 'title' as const, why: '' };
const SUMMARY: BookSummary = {
  fingerprint: 'abc',
  title: 'Moon',
  authors: ['Ann', 'Ben'],
  chapters: 2,
  words: 10,
  doubts: 0,
  oddities: 0,
  resembles: [],
};
const AS_NEW = { status: 'published', brands: [] } as const;
const BOOK = { settings: { encoding: 'big5' }, preview: PREVIEW };

describe('storeRequest, the body of the request to store a book', () => {
  test('contains the settings of the last reading, and no fields that were not corrected', () => {
    expect(storeRequest(BOOK, asRead(PREVIEW), AS_NEW)).toEqual({
      corrections: { encoding: 'big5' },
      status: 'published',
    });
  });

  test('contains corrected fields, chapters and brands', () => {
    const chapters = without(planOf(PREVIEW.chapters), 0);
    const draft = { ...asRead(PREVIEW), title: ' The Moon ', author: 'Ann', chapters };
    expect(storeRequest(BOOK, draft, { status: 'draft', brands: ['local'] })).toEqual({
      corrections: { encoding: 'big5', title: 'The Moon', author: 'Ann', chapters },
      status: 'draft',
      brands: ['local'],
    });
  });

  test('contains a title that was corrected before the last reading', () => {
    const book = { settings: { title: 'Moon' }, preview: PREVIEW };
    expect(storeRequest(book, asRead(PREVIEW), AS_NEW).corrections).toEqual({ title: 'Moon' });
  });

  test('contains a decision about a similar book only if there is such a book, and no publication state for a new version', () => {
    const resolution = { as: 'newVersion' as const, bookId: 3 };
    const draft = { ...asRead(PREVIEW), resolution };
    expect(storeRequest(BOOK, draft, AS_NEW)).not.toHaveProperty('resolution');
    const similar = { ...BOOK, preview: { ...PREVIEW, resembles: [SIMILAR] } };
    expect(storeRequest(similar, draft, AS_NEW)).toEqual({ corrections: { encoding: 'big5' }, resolution });
  });
});

describe('isStorable, which checks whether a book can be stored', () => {
  test('requires a book that was read and needs no decision', () => {
    expect(isStorable({ state: 'ready', summary: SUMMARY })).toBe(true);
    expect(isStorable({ state: 'stored', summary: SUMMARY })).toBe(false);
    expect(isStorable({ state: 'refused', summary: null })).toBe(false);
    expect(isStorable({ state: 'ready', summary: { ...SUMMARY, doubts: 1 } })).toBe(false);
    expect(isStorable({ state: 'ready', summary: { ...SUMMARY, authors: [] } })).toBe(false);
  });

  test('returns false for a book that resembles a stored book', () => {
    const summary = { ...SUMMARY, resembles: [3] };
    expect(isStorable({ state: 'ready', summary })).toBe(false);
    const draft = { ...asRead(summary), resolution: { as: 'differentBook' as const } };
    expect(isStorable({ state: 'ready', summary }, draft)).toBe(true);
  });

  test('takes the chapters from the corrections, and otherwise accepts those of the file', () => {
    const draft = asRead(SUMMARY);
    expect(isStorable({ state: 'ready', summary: SUMMARY }, { ...draft, chapters: [] })).toBe(false);
    expect(isStorable({ state: 'ready', summary: SUMMARY }, { ...draft, chapters: planOf(PREVIEW.chapters) })).toBe(
      true,
    );
  });
});
