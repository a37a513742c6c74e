import { beforeAll, describe, expect, it } from 'vitest';
import { accountChild } from '#src/features/account/account-subpages.ts';
import { leadOf } from '#src/features/listing/list-texts.ts';
import { groupNames } from '#src/features/search/groups.ts';
import type { T } from '#src/i18n/t.ts';
import { bookCard } from '#src/shell/page/book-card.ts';
import { filterModel } from '#src/shell/page/filters.ts';
import type { BookListModel } from '#src/shell/page/models.ts';
import { pagination } from '#src/shell/page/pagination.ts';
import { makeBook, testSite } from '../../../helpers/memory-source.ts';
import { englishT } from '../../../helpers/texts.ts';

let t: T;
beforeAll(async () => {
  t = await englishT();
});

const list = (change: Partial<BookListModel> = {}, page = 1): BookListModel => ({
  kind: 'genre',
  name: 'Romance',
  introduction: '',
  trail: [],
  books: [bookCard(makeBook(1), testSite())],
  first: 1,
  siblings: [],
  menu: [],
  filters: null,
  pagination: pagination(page, 3, String),
  ...change,
});

describe('the sentence above a list', () => {
  it("is the introduction of the list, or else a default text with the list's name", () => {
    expect(leadOf(list({ introduction: 'About love.' }), t)).toBe('About love.');
    expect(leadOf(list(), t)).toContain('Romance');
  });

  it('contains the page number from page two on', () => {
    expect(leadOf(list({ introduction: 'About love.' }, 2), t)).toMatch(/^About love\. .*2.*3/);
    expect(leadOf(list({ introduction: 'About love.' }, 1), t)).not.toMatch(/\d/);
  });

  it('starts with the number of filtered results instead of the introduction', () => {
    const filters = filterModel({ status: 'finished' }, '/genres/1/Romance', { found: 12 });
    expect(leadOf(list({ introduction: 'About love.', filters }), t)).toContain('12');
    expect(leadOf(list({ introduction: 'About love.', filters: { ...filters, found: 0 } }), t)).toBe('About love.');
  });

  it('is empty for an empty or unnamed list', () => {
    expect(leadOf(list({ books: [] }), t)).toBe('');
    expect(leadOf(list({ name: '', kind: 'ranking' }), t)).toBe('');
  });

  it('does not contain "#" for the list of titles that do not begin with a letter', () => {
    expect(leadOf(list({ kind: 'letter', name: 'A' }), t)).toContain('A');
    expect(leadOf(list({ kind: 'letter', name: '#' }), t)).not.toContain('#');
  });
});

it('search groups get translated names and keep their links', () => {
  const links = ['books', 'authors', 'tags', 'keywords'].map((name) => ({ name, href: `/${name}`, current: false }));
  const named = groupNames(links, t);
  expect(named.map(({ href }) => href)).toEqual(['/books', '/authors', '/tags', '/keywords']);
  expect(new Set(named.map(({ name }) => name)).size).toBe(4);
});

it('accountChild returns null for an account page that does not exist', () => {
  expect([accountChild('myLocked'), accountChild('toString'), accountChild(null)]).toEqual(['myLocked', null, null]);
});
