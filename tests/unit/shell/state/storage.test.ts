import { describe, expect, it } from 'vitest';
import { createStorage } from '#src/shell/state/storage.ts';

/** The parts of a browser's storage that the site uses. */
function storageOf(values: Map<string, string>, { full = false } = {}): Storage {
  return {
    length: values.size,
    clear: () => values.clear(),
    key: () => null,
    getItem: (key) => values.get(key) ?? null,
    removeItem: (key) => void values.delete(key),
    setItem: (key, value) => {
      if (full) throw new DOMException('full', 'QuotaExceededError');
      values.set(key, value);
    },
  };
}

describe('createStorage', () => {
  it('stores, returns and removes values', () => {
    const values = new Map<string, string>();
    const storage = createStorage(() => storageOf(values));
    storage.set('a', '1');
    expect([storage.get('a'), values.get('a'), storage.get('b')]).toEqual(['1', '1', null]);
    storage.set('a', null);
    expect([storage.get('a'), values.size]).toEqual([null, 0]);
  });

  it('keeps a value in memory if the storage is full', () => {
    const values = new Map([['a', 'old']]);
    const storage = createStorage(() => storageOf(values, { full: true }));
    storage.set('a', 'new');
    expect([storage.get('a'), values.get('a')]).toEqual(['new', 'old']);
  });

  it('keeps values in memory if the browser has no storage', () => {
    const storage = createStorage(() => {
      throw new DOMException('switched off', 'SecurityError');
    });
    expect(storage.get('a')).toBeNull();
    storage.set('a', '1');
    expect(storage.get('a')).toBe('1');
    storage.set('a', null);
    expect(storage.get('a')).toBeNull();
  });

  it('drops the copy in memory when the browser stores the value again', () => {
    const values = new Map<string, string>();
    let full = true;
    const storage = createStorage(() => storageOf(values, { full }));
    storage.set('a', '1');
    full = false;
    storage.set('a', '2');
    values.set('a', '3');
    expect(storage.get('a')).toBe('3');
  });
});
