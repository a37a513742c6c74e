import { describe, expect, it } from 'vitest';
import type { HomePart } from '#src/brand/navigation.ts';
import { homeView } from '#src/features/home/views/home.ts';
import type { ShelfModel } from '#src/shell/page/models.ts';
import { makeBook, memorySource, testBrand, testSite } from '../../../../helpers/memory-source.ts';

const books = Array.from({ length: 6 }, (_, index) => makeBook(index + 1));

function home(homeOrder: HomePart[] | undefined, shelves: number, style: ShelfModel['style'] = 'row') {
  const list = Array.from({ length: shelves }, (_, index) => ({ id: index + 1, name: `${index + 1}`, style, books }));
  const { homeOrder: _, ...brand } = testBrand;
  const site = testSite('en', { ...brand, ...(homeOrder && { homeOrder }) });
  const loaded = homeView.load({ params: {}, page: 1 }, memorySource({ books, shelves: list }), site);
  return loaded.status === 'ok' ? loaded.model : expect.fail(loaded.status);
}

describe('the order of the home page', () => {
  it('shows all shelves between the other parts by default', () => {
    const { order, shelves } = home(undefined, 6);
    const [shelf] = ['shelf' as const];
    expect(order).toEqual([shelf, 'genres', shelf, 'ranking', shelf, shelf, 'tags', shelf, shelf, 'keywords']);
    expect(shelves.map(({ name }) => name)).toEqual(['1', '2', '3', '4', '5', '6']);
  });

  it('shows only the parts that the brand lists', () => {
    const { order, shelves } = home(['tags', 'shelf', 'shelf'], 3);
    expect(order).toEqual(['tags', 'shelf', 'shelf']);
    expect(shelves.map(({ name }) => name)).toEqual(['1', '2']);
  });

  it('does not show a ranked shelf next to the ranking', () => {
    const styles = home(['shelf', 'ranking', 'shelves'], 3, 'ranked').shelves.map(({ style }) => style);
    expect([styles[0], styles[1]]).not.toContain('ranked');
    expect(home(['shelves'], 1, 'ranked').shelves[0]?.style).toBe('ranked');
  });
});
