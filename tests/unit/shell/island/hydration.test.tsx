// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { entry } from '../state/entries.ts';
import { memoryPlatform } from '../state/memory-platform.ts';
import { BOOK, clearStage, ISLANDS, type IslandName, missingTexts, showIsland } from './stage.tsx';

const names = Object.keys(ISLANDS) as IslandName[];

const filled = {
  token: 'abcdef0123456789',
  userInfo: '{"id":3,"name":"Ann","email":"ann@example.com","coins":5,"created_at":"2026-01-01T00:00:00Z"}',
  loginStatus: 'true',
  readlogList: JSON.stringify([
    entry(4, '2026-03-01T00:00:00Z'),
    { ...entry(5, '2026-02-01T00:00:00Z'), chapter: null },
  ]),
  local_uid: '3f0e8c0a-1d2b-4c3d-8e4f-5a6b7c8d9e0f',
  font_size: '22',
  bg_color: '4',
  bg_night: 'true',
  'lectern:renew-at': '4000000000000',
  'lectern:removed': '[]',
  'lectern:shelf': JSON.stringify([{ book: BOOK, cover: null, added_at: '2026-03-01T00:00:00Z' }]),
  'lectern:recent-searches': '["moon"]',
};
const junk = Object.fromEntries(Object.keys(filled).map((key) => [key, '{"x":[1,']));

beforeEach(() => {
  vi.spyOn(location, 'replace').mockImplementation(() => {});
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true;
  };
});
afterEach(clearStage);

describe.each(names)('island %s', (name) => {
  it.each([
    ['nothing', {}],
    ['a value for every key', filled],
    ['invalid data', junk],
  ])('hydrates the server-rendered markup without errors if storage contains %s', async (_what, saved) => {
    const { faults, html, root } = await showIsland(name, memoryPlatform(saved));
    expect(faults).toEqual([]);
    expect(html).not.toContain('style=');
    expect(root.childElementCount).toBeGreaterThan(0);
    expect([...missingTexts]).toEqual([]);
  });
});
