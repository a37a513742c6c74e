import { describe, expect, it } from 'vitest';
import { changedText, savedBy, versionName, wordsText } from '#src/admin/ui/history/version-texts.ts';

const VERSION = {
  id: 4,
  saved_at: '2026-06-01T12:00:00Z',
  saved_by: 'ann@example.org',
  saved_how: 'restore',
  changed: ['html', 'sub_category'],
  words: 1200,
  words_added: 0,
  words_removed: 0,
};

describe('the description of a version', () => {
  it('names who saved it and how', () => {
    expect(savedBy(VERSION)).toBe('ann@example.org, by restoring a version');
    expect(savedBy({ ...VERSION, saved_how: 'admin' })).toBe('ann@example.org, in the admin');
    expect(savedBy({ ...VERSION, saved_how: 'other' })).toBe('ann@example.org, other');
    expect(savedBy({ ...VERSION, saved_by: '' })).toBe('First known version');
  });

  it('names it by its time, except the current one', () => {
    expect(versionName(VERSION)).toMatch(/^the version of Jun 1, 2026/);
    expect(versionName({ ...VERSION, id: 0 })).toBe('the current version');
  });

  it('lists the changed fields', () => {
    expect(changedText(VERSION)).toBe('Text, Subcategory');
    expect(changedText({ ...VERSION, changed: [] })).toBe('No field changed');
    expect(changedText({ ...VERSION, changed: null })).toBe('');
  });

  it('counts the changed words, or all words of the oldest version', () => {
    expect(wordsText({ ...VERSION, words_added: 1200, words_removed: 3 })).toBe('+1,200 −3 words');
    expect(wordsText({ ...VERSION, words_removed: 3 })).toBe('−3 words');
    expect(wordsText(VERSION)).toBe('');
    expect(wordsText({ ...VERSION, changed: null })).toBe('1,200 words');
  });
});
