import { beforeAll, describe, expect, it } from 'vitest';
import { leadOf } from '#src/components/listing/list-texts.ts';
import { groupNames } from '#src/components/search/groups.ts';
import { accountChild } from '#src/components/visitor/account-subpages.ts';
import type { T } from '#src/i18n/t.ts';
import { bookCard } from '#src/view-models/book-card.ts';
import { filterModel } from '#src/view-models/filters.ts';
import type { BookListModel } from '#src/view-models/models.ts';
import { pagination } from '#src/view-models/pagination.ts';
import { makeBook, testSite } from '../../helpers/memory-source.ts';
import { englishT } from '../../helpers/texts.ts';

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
  it('is its introduction, else one with its name', () => {
    expect(leadOf(list({ introduction: 'About love.' }), t)).toBe('About love.');
    expect(leadOf(list(), t)).toContain('Romance');
  });

  it('says which page it is from the second on', () => {
    expect(leadOf(list({ introduction: 'About love.' }, 2), t)).toMatch(/^About love\. .*2.*3/);
    expect(leadOf(list({ introduction: 'About love.' }, 1), t)).not.toMatch(/\d/);
  });

  it('counts what filters found, before any introduction', () => {
    const filters = filterModel({ status: 'finished' }, '/genres/1/Romance', { found: 12 });
    expect(leadOf(list({ introduction: 'About love.', filters }), t)).toContain('12');
    expect(leadOf(list({ introduction: 'About love.', filters: { ...filters, found: 0 } }), t)).toBe('About love.');
  });

  it('is none for an empty list and for one without a name', () => {
    expect(leadOf(list({ books: [] }), t)).toBe('');
    expect(leadOf(list({ name: '', kind: 'ranking' }), t)).toBe('');
  });

  it('of titles without a letter names no sign', () => {
    expect(leadOf(list({ kind: 'letter', name: 'A' }), t)).toContain('A');
    expect(leadOf(list({ kind: 'letter', name: '#' }), t)).not.toContain('#');
  });
});

it('groups of a search have names in words and lead to the same pages', () => {
  const links = ['books', 'authors', 'tags', 'keywords'].map((name) => ({ name, href: `/${name}`, current: false }));
  const named = groupNames(links, t);
  expect(named.map(({ href }) => href)).toEqual(['/books', '/authors', '/tags', '/keywords']);
  expect(new Set(named.map(({ name }) => name)).size).toBe(4);
});

it('a page below the account is one that exists, or none', () => {
  expect([accountChild('myLocked'), accountChild('toString'), accountChild(null)]).toEqual(['myLocked', null, null]);
});
