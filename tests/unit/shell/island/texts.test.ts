import { describe, expect, it } from 'vitest';
import { optionOf, wordOption } from '#src/features/search/island/options.ts';
import { formatTime } from '#src/lib/format-time.ts';
import { createPaths } from '#src/routes/paths.ts';
import { signInErrorKey } from '#src/shell/island/error-keys.ts';

const paths = createPaths('en');

describe('signInErrorKey', () => {
  it.each([
    ['WRONG_CREDENTIALS', 'error-credentials'],
    ['EMAIL_TAKEN', 'error-taken'],
    ['WEAK_PASSWORD', 'password-weak'],
    ['CLIENT_NETWORK', 'error-network'],
    ['INTERNAL', 'error-unknown'],
    ['constructor', 'error-unknown'],
  ])('maps %s to %s', (code, key) => expect(signInErrorKey(code)).toBe(key));
});

describe('formatTime', () => {
  it('uses the language of the page', () => {
    expect(formatTime('2026-03-01T12:00:00Z', 'de-DE', { dateStyle: 'medium', timeZone: 'UTC' })).toBe('01.03.2026');
  });

  it('returns an empty text for an invalid time', () => {
    expect(formatTime('2026-01-01T00:00:00 +23', 'en-US', { dateStyle: 'medium' })).toBe('');
  });
});

describe('an option of the search box', () => {
  it.each([
    [
      'book',
      { kind: 'book', book: { id: 4, title: 'Moon', category: { name: 'SF', sub_name: null } } },
      '/novel/4/SF/Moon',
    ],
    ['author', { kind: 'author', id: 2, name: 'A B' }, '/author/2/A-B'],
    ['tag', { kind: 'tag', id: 3, name: 'Wolves' }, '/tags/3/Wolves'],
    ['keyword', { kind: 'keyword', id: 5, name: 'moon rider' }, '/keywords/moon-rider/1'],
  ] as const)('links to the page of a suggested %s', (_kind, suggestion, href) => {
    expect(optionOf(suggestion, paths).href).toBe(href);
  });

  it('links to the results of a recent search', () => {
    expect(wordOption('recent', 'moon & sun', paths)).toMatchObject({
      href: '/search/result/moon%20%26%20sun',
      kind: 'recent',
    });
  });
});
