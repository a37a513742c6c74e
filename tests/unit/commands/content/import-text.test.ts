import { describe, expect, it } from 'vitest';
import { line } from '#src/commands/content/import-text.ts';

describe('the printed report of an import', () => {
  it('has one line for the book and one per warning', () => {
    const report = { file: 'a.epub', status: 'added', bookId: 7, title: 'The Lamp', author: 'Ada Quill' } as const;
    const counts = { chapters: 2, sections: 1, reason: null };
    expect(line({ ...report, ...counts, warnings: ['A file is missing.'] })).toBe(
      'added      book 7 "The Lamp" by Ada Quill: 2 chapters, 1 other section\n      ! A file is missing.',
    );
  });
});
