import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { withFieldNames } from '#src/admin/ui/import/option-names.ts';
import { storeBlocker } from '#src/admin/ui/import/store-blocker.ts';

const CHAPTER = { title: 'One', part: null, kind: 'chapter' as const, pieces: [{ chapter: 0, from: 0, to: 1 }] };
const CORRECTED = { title: 'Moon', author: 'Ann', chapters: [CHAPTER], resolution: null, isUnread: false };
const PREVIEW = { doubts: [], resembles: [] };
const SIMILAR = { bookId: 3, title: 'Moon', author: 'Ann', by: 'title' as const, why: 'Same title and author' };

describe('storeBlocker, which explains why a book cannot be stored yet', () => {
  test('returns null if nothing prevents storing the book', () => {
    const doubts = [{ about: 'loss' as const, message: 'Pictures are dropped.', isQuestion: false }];
    expect(storeBlocker({ ...PREVIEW, doubts }, CORRECTED)).toBeNull();
  });

  test('requires a decision if the book resembles a stored book', () => {
    const preview = { ...PREVIEW, resembles: [SIMILAR] };
    expect(storeBlocker(preview, CORRECTED)).toContain('Choose how they are related');
    expect(storeBlocker(preview, { ...CORRECTED, resolution: { as: 'differentBook' } })).toBeNull();
    expect(storeBlocker(preview, { ...CORRECTED, resolution: { as: 'newVersion', bookId: 3 } })).toBeNull();
  });

  test('requires a new decision if the chosen book is no longer similar', () => {
    const preview = { ...PREVIEW, resembles: [SIMILAR] };
    const resolution = { as: 'newVersion' as const, bookId: 4 };
    expect(storeBlocker(preview, { ...CORRECTED, resolution })).toContain('Choose how they are related');
  });

  test('requires an answer to each question, and reading the file again if its settings have changed', () => {
    const damage = { about: 'damage' as const, message: 'Get the original file.', isQuestion: true };
    expect(storeBlocker({ ...PREVIEW, doubts: [damage] }, CORRECTED)).toBe('Get the original file.');
    const encoding = { about: 'encoding' as const, message: 'Use --encoding.', isQuestion: true };
    expect(storeBlocker({ ...PREVIEW, doubts: [encoding] }, CORRECTED)).toContain('Choose it under “Reading”');
    expect(storeBlocker(PREVIEW, { ...CORRECTED, isUnread: true })).toContain('Read the file again');
  });

  test('requires a title, an author, at least one chapter, and a title for each chapter', () => {
    expect(storeBlocker(PREVIEW, { ...CORRECTED, title: ' ' })).toBe('Enter a title.');
    expect(storeBlocker(PREVIEW, { ...CORRECTED, author: '' })).toBe('Enter an author.');
    expect(storeBlocker(PREVIEW, { ...CORRECTED, chapters: [] })).toContain('Every chapter is left out');
    const chapters = [CHAPTER, { ...CHAPTER, title: '' }];
    expect(storeBlocker(PREVIEW, { ...CORRECTED, chapters })).toBe('Enter a title for chapter 2.');
  });
});

describe('withFieldNames', () => {
  test('replaces options of the command line with the names of fields on the screen', () => {
    expect(withFieldNames('Divide it, or name them with --chapter-pattern.')).toBe(
      'Divide it, or name them with “Chapter pattern”.',
    );
  });

  test('replaces every option that occurs in the messages about reading a text', () => {
    const sources = globSync('src/api/manuscript/**/*.ts').map((file) => readFileSync(file, 'utf8'));
    const messages = sources.flatMap((source) => source.match(/['`][^'`\n]*--[a-z][^'`\n]*['`]/g) ?? []);
    expect(messages.length).toBeGreaterThan(4);
    // The question about the encoding has its own text.
    const others = messages.filter((message) => !message.includes('--preview'));
    expect(others.map(withFieldNames).filter((message) => /--[a-z]/.test(message))).toEqual([]);
  });
});
