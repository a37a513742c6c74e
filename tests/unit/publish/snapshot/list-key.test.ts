import { describe, expect, it } from 'vitest';
import { listKey, listsOf } from '#src/publish/snapshot/list-key.ts';
import { bookNumbered } from '../../../helpers/table-upstream.ts';

describe('listKey', () => {
  it.each([
    [{ kind: 'genre', id: 3 } as const, 'genre:3'],
    [{ kind: 'ranking', type: 'hot', id: 2 } as const, 'ranking:hot:2'],
    [{ kind: 'letter', letter: '0' } as const, 'letter:0'],
    [{ kind: 'category', name: 'Slow Burn', sub: null } as const, 'category:Slow-Burn'],
    [{ kind: 'category', name: 'Romance', sub: 'A/B' } as const, 'category:Romance/A-B'],
    [{ kind: 'category', name: 'page 2', sub: null } as const, 'category:page-2-'],
  ])('returns a key for %j: %s', (list, key) => {
    expect(listKey(list)).toBe(key);
  });
});

describe('listsOf', () => {
  it('returns each list once', () => {
    const book = bookNumbered(1, {
      genres: [2, 2],
      tags: [{ id: 4, name: 'a' }],
      keywords: [],
      category: { name: 'Drama', sub_name: 'Stage' },
    });
    expect(listsOf(book)).toEqual(['genre:2', 'tag:4', 'category:Drama', 'category:Drama/Stage', 'letter:B']);
  });
});
