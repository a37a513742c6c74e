// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ApiClient } from '#src/contract/client/types.ts';
import {
  blur,
  clearStage,
  click,
  focus,
  press,
  type ShownIsland,
  settle,
  showIsland,
  type,
} from '../../../shell/island/stage.tsx';
import { memoryPlatform } from '../../../shell/state/memory-platform.ts';

const items = [
  { kind: 'book', book: { id: 4, title: 'Moon', category: { name: 'SF', sub_name: null } } },
  { kind: 'tag', id: 3, name: 'moonlight' },
  { kind: 'book', book: { id: 5, title: 'Moon Two', category: { name: 'SF', sub_name: null } } },
];
const popular = ['sun', 'sea'];
const client: ApiClient = async ({ name }) => ({
  success: 1,
  errors: [],
  status: 200,
  data: { items: name === 'search.popular' ? popular : items },
});
const recent = { 'lectern:recent-searches': '["sun","stars"]' };

const field = ({ find }: ShownIsland) => find<HTMLInputElement>('input');
const options = ({ root }: ShownIsland) => [...root.querySelectorAll<HTMLElement>('[role=option]')];
const isOpen = (island: ShownIsland) => field(island).getAttribute('aria-expanded') === 'true';
const selected = (island: ShownIsland) =>
  options(island).find((option) => option.getAttribute('aria-selected') === 'true')?.textContent;
const visited: string[] = [];
beforeEach(() => {
  visited.length = 0;
  vi.spyOn(location, 'assign').mockImplementation((to) => void visited.push(String(to)));
});
afterEach(clearStage);

describe('SearchBox', () => {
  it('submits as a plain form without scripts and before scripts have loaded', async () => {
    const { html } = await showIsland('search');
    expect(html).toMatch(/<form action="\/search" method="get">.*<input [^>]*name="q"/);
    expect(html).toContain('<button type="submit" aria-label="Search">');
  });

  it('offers recent searches while the field is empty, and can clear them', async () => {
    const island = await showIsland('search', memoryPlatform(recent));
    await focus(field(island));
    expect(isOpen(island)).toBe(true);
    expect(options(island).map(({ textContent }) => textContent)).toEqual(['sun', 'stars']);
    await click(island.find('.search-forget'));
    expect(isOpen(island)).toBe(false);
    expect(island.platform.saved.get('lectern:recent-searches')).toBe('[]');
  });

  it("offers popular searches below the visitor's own", async () => {
    const island = await showIsland('search', memoryPlatform(recent, client));
    await focus(field(island));
    await settle();
    expect(options(island).map(({ textContent }) => textContent)).toEqual(['sun', 'stars', 'sea']);
  });

  it('requests suggestions when typing pauses', async () => {
    const island = await showIsland('search', memoryPlatform({}, client));
    await focus(field(island));
    await type(field(island), 'moo');
    expect(options(island)).toEqual([]);
    await settle(200);
    expect(options(island).map((option) => option.getAttribute('href'))).toEqual([
      '/novel/4/SF/Moon',
      '/novel/5/SF/Moon-Two',
      '/tags/3/moonlight',
    ]);
  });

  it('groups suggestions by kind under headings', async () => {
    const island = await showIsland('search', memoryPlatform({}, client));
    await focus(field(island));
    await type(field(island), 'moo');
    await settle(200);
    const groups = [...island.root.querySelectorAll('[role=group]')].map((group) => {
      const heading = island.find(`[id="${group.getAttribute('aria-labelledby')}"]`).textContent;
      return [heading, ...[...group.querySelectorAll('[role=option]')].map(({ textContent }) => textContent)];
    });
    expect(groups).toEqual([
      ['Books', 'Moon', 'Moon Two'],
      ['Tags', 'moonlight'],
    ]);
    await press(field(island), 'ArrowDown');
    await press(field(island), 'ArrowDown');
    expect(selected(island)).toBe('Moon Two');
  });

  it('says when it is loading and when the device is offline', async () => {
    let answer: (result: Awaited<ReturnType<ApiClient>>) => void = () => {};
    const heldClient: ApiClient = (call, ...more) =>
      call.name === 'search.popular' ? client(call, ...more) : new Promise((resolve) => (answer = resolve));
    const island = await showIsland('search', memoryPlatform({}, heldClient));
    await focus(field(island));
    await type(field(island), 'moo');
    await settle(200);
    expect(island.find('[role=status]').textContent).toBe('Searching…');
    expect(field(island).getAttribute('aria-busy')).toBe('true');
    answer({ success: 0, data: { items: [] }, errors: [{ code: 'CLIENT_NETWORK', message: '' }], status: 0 });
    await settle();
    expect(island.find('[role=status]').textContent).toContain('You are offline');
    await type(field(island), '');
    expect(island.find('[role=status]').textContent).toBe('');
  });

  it('moves through the options and back into the field on arrow keys', async () => {
    const island = await showIsland('search', memoryPlatform(recent));
    await focus(field(island));
    const walk = [];
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp']) {
      await press(field(island), key);
      walk.push(selected(island));
    }
    expect(walk).toEqual(['sun', 'stars', undefined, 'stars']);
    const active = field(island).getAttribute('aria-activedescendant');
    expect(options(island)[1]?.id).toBe(active);
    expect(island.find('[role=listbox]').id).toBe(field(island).getAttribute('aria-controls'));
  });

  it('opens an option on Enter and adds it to the recent searches', async () => {
    const island = await showIsland('search', memoryPlatform(recent));
    await focus(field(island));
    await press(field(island), 'ArrowDown');
    await press(field(island), 'ArrowDown');
    await press(field(island), 'Enter');
    expect(visited).toEqual(['/search/result/stars']);
    expect(island.platform.saved.get('lectern:recent-searches')).toBe('["stars","sun"]');
  });

  it('closes with Escape and when it loses focus', async () => {
    const island = await showIsland('search', memoryPlatform(recent));
    await focus(field(island));
    await press(field(island), 'Escape');
    expect(isOpen(island)).toBe(false);
    await press(field(island), 'ArrowDown');
    expect(isOpen(island)).toBe(true);
    await blur(field(island));
    expect(isOpen(island)).toBe(false);
  });

  it('submits the form if Enter is pressed in the field', async () => {
    const island = await showIsland('search', memoryPlatform(recent));
    await focus(field(island));
    const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
    field(island).dispatchEvent(enter);
    expect(enter.defaultPrevented).toBe(false);
    expect(visited).toEqual([]);
  });
});
