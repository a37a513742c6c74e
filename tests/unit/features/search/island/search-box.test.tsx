// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ApiClient } from '#src/contract/client/types.ts';
import {
  blur,
  clearStage,
  click,
  focus,
  press,
  type Shown,
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

const field = ({ find }: Shown) => find<HTMLInputElement>('input');
const options = ({ root }: Shown) => [...root.querySelectorAll<HTMLElement>('[role=option]')];
const isOpen = (shown: Shown) => field(shown).getAttribute('aria-expanded') === 'true';
const selected = (shown: Shown) =>
  options(shown).find((option) => option.getAttribute('aria-selected') === 'true')?.textContent;
const visited: string[] = [];
beforeEach(() => {
  visited.length = 0;
  vi.spyOn(location, 'assign').mockImplementation((to) => void visited.push(String(to)));
});
afterEach(clearStage);

describe('SearchBox', () => {
  it('is a plain form without scripts and before they load', async () => {
    const { html } = await showIsland('search');
    expect(html).toMatch(/<form action="\/search" method="get">.*<input [^>]*name="q"/);
    expect(html).toContain('<button type="submit" aria-label="Search">');
  });

  it('offers recent searches while the field is empty, and can clear them', async () => {
    const shown = await showIsland('search', memoryPlatform(recent));
    await focus(field(shown));
    expect(isOpen(shown)).toBe(true);
    expect(options(shown).map(({ textContent }) => textContent)).toEqual(['sun', 'stars']);
    await click(shown.find('.search-forget'));
    expect(isOpen(shown)).toBe(false);
    expect(shown.platform.saved.get('lectern:recent-searches')).toBe('[]');
  });

  it("offers popular searches below the visitor's own", async () => {
    const shown = await showIsland('search', memoryPlatform(recent, client));
    await focus(field(shown));
    await settle();
    expect(options(shown).map(({ textContent }) => textContent)).toEqual(['sun', 'stars', 'sea']);
  });

  it('suggests once typing pauses', async () => {
    const shown = await showIsland('search', memoryPlatform({}, client));
    await focus(field(shown));
    await type(field(shown), 'moo');
    expect(options(shown)).toEqual([]);
    await settle(200);
    expect(options(shown).map((option) => option.getAttribute('href'))).toEqual([
      '/novel/4/SF/Moon',
      '/novel/5/SF/Moon-Two',
      '/tags/3/moonlight',
    ]);
  });

  it('groups suggestions by kind under headings', async () => {
    const shown = await showIsland('search', memoryPlatform({}, client));
    await focus(field(shown));
    await type(field(shown), 'moo');
    await settle(200);
    const groups = [...shown.root.querySelectorAll('[role=group]')].map((group) => {
      const heading = shown.find(`[id="${group.getAttribute('aria-labelledby')}"]`).textContent;
      return [heading, ...[...group.querySelectorAll('[role=option]')].map(({ textContent }) => textContent)];
    });
    expect(groups).toEqual([
      ['Books', 'Moon', 'Moon Two'],
      ['Tags', 'moonlight'],
    ]);
    await press(field(shown), 'ArrowDown');
    await press(field(shown), 'ArrowDown');
    expect(selected(shown)).toBe('Moon Two');
  });

  it('says when it is loading and when the device is offline', async () => {
    let answer: (result: Awaited<ReturnType<ApiClient>>) => void = () => {};
    const held: ApiClient = (call, ...more) =>
      call.name === 'search.popular' ? client(call, ...more) : new Promise((resolve) => (answer = resolve));
    const shown = await showIsland('search', memoryPlatform({}, held));
    await focus(field(shown));
    await type(field(shown), 'moo');
    await settle(200);
    expect(shown.find('[role=status]').textContent).toBe('Looking…');
    expect(field(shown).getAttribute('aria-busy')).toBe('true');
    answer({ success: 0, data: { items: [] }, errors: [{ code: 'CLIENT_NETWORK', message: '' }], status: 0 });
    await settle();
    expect(shown.find('[role=status]').textContent).toContain('You are offline');
    await type(field(shown), '');
    expect(shown.find('[role=status]').textContent).toBe('');
  });

  it('moves through the options and back into the field on arrow keys', async () => {
    const shown = await showIsland('search', memoryPlatform(recent));
    await focus(field(shown));
    const walk = [];
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp']) {
      await press(field(shown), key);
      walk.push(selected(shown));
    }
    expect(walk).toEqual(['sun', 'stars', undefined, 'stars']);
    const active = field(shown).getAttribute('aria-activedescendant');
    expect(options(shown)[1]?.id).toBe(active);
    expect(shown.find('[role=listbox]').id).toBe(field(shown).getAttribute('aria-controls'));
  });

  it('opens an option on Enter and remembers it', async () => {
    const shown = await showIsland('search', memoryPlatform(recent));
    await focus(field(shown));
    await press(field(shown), 'ArrowDown');
    await press(field(shown), 'ArrowDown');
    await press(field(shown), 'Enter');
    expect(visited).toEqual(['/search/result/stars']);
    expect(shown.platform.saved.get('lectern:recent-searches')).toBe('["stars","sun"]');
  });

  it('closes with Escape and when it loses focus', async () => {
    const shown = await showIsland('search', memoryPlatform(recent));
    await focus(field(shown));
    await press(field(shown), 'Escape');
    expect(isOpen(shown)).toBe(false);
    await press(field(shown), 'ArrowDown');
    expect(isOpen(shown)).toBe(true);
    await blur(field(shown));
    expect(isOpen(shown)).toBe(false);
  });

  it('submits the form if Enter is pressed in the field', async () => {
    const shown = await showIsland('search', memoryPlatform(recent));
    await focus(field(shown));
    const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
    field(shown).dispatchEvent(enter);
    expect(enter.defaultPrevented).toBe(false);
    expect(visited).toEqual([]);
  });
});
