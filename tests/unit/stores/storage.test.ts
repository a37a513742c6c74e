import { describe, expect, it } from 'vitest';
import { createStorage } from '#src/stores/storage.ts';

/** As much of a browser's storage as is asked of it. */
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
  it('keeps, gives back and removes', () => {
    const values = new Map<string, string>();
    const storage = createStorage(() => storageOf(values));
    storage.set('a', '1');
    expect([storage.get('a'), values.get('a'), storage.get('b')]).toEqual(['1', '1', null]);
    storage.set('a', null);
    expect([storage.get('a'), values.size]).toEqual([null, 0]);
  });

  it('remembers for the page what a full storage refuses', () => {
    const values = new Map([['a', 'old']]);
    const storage = createStorage(() => storageOf(values, { full: true }));
    storage.set('a', 'new');
    expect([storage.get('a'), values.get('a')]).toEqual(['new', 'old']);
  });

  it('goes on where the browser has no storage at all', () => {
    const storage = createStorage(() => {
      throw new DOMException('switched off', 'SecurityError');
    });
    expect(storage.get('a')).toBeNull();
    storage.set('a', '1');
    expect(storage.get('a')).toBe('1');
    storage.set('a', null);
    expect(storage.get('a')).toBeNull();
  });

  it('forgets its own copy once the browser keeps the value again', () => {
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
