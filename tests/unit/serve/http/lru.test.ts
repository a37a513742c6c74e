import { describe, expect, it } from 'vitest';
import { createByteLru } from '#src/serve/http/lru.ts';

describe('createByteLru, a cache with a limit in bytes', () => {
  it('evicts the least recently used values when it is full', () => {
    const lru = createByteLru<string>(100);
    lru.set('a', 'A', 40);
    lru.set('b', 'B', 40);
    lru.get('a');
    lru.set('c', 'C', 40);
    expect([lru.get('a'), lru.get('b'), lru.get('c')]).toEqual(['A', undefined, 'C']);
    expect(lru.gauge().bytes).toBe(80);
  });

  it('keeps recently used values however many others are added, and evicts them when they are no longer used', () => {
    const lru = createByteLru<number>(100);
    lru.set('used', 0, 40);
    for (let count = 1; count < 20; count += 1) {
      expect(lru.get('used')).toBe(0);
      lru.set(String(count), count, 30);
    }
    expect([lru.get('18'), lru.get('19'), lru.gauge().bytes]).toEqual([18, 19, 100]);
    for (let count = 20; count < 30; count += 1) lru.set(String(count), count, 30);
    expect(lru.get('used')).toBeUndefined();
  });

  it('evicts the least recently used value even if all values are in use', () => {
    const lru = createByteLru<number>(90);
    for (const key of ['a', 'b', 'c']) lru.set(key, 0, 30);
    for (const key of ['a', 'b', 'c']) lru.get(key);
    lru.set('d', 1, 30);
    expect(['a', 'b', 'c', 'd'].map((key) => lru.get(key))).toEqual([undefined, 0, 0, 1]);
  });

  it('counts the size of a replaced value only once', () => {
    const lru = createByteLru<string>(100);
    for (let count = 0; count < 10; count += 1) lru.set('a', `A${count}`, 60);
    expect({ value: lru.get('a'), bytes: lru.gauge().bytes }).toEqual({ value: 'A9', bytes: 60 });
  });

  it('stores no value above the limit, and removes the older value with the same key', () => {
    const lru = createByteLru<string>(100);
    lru.set('a', 'small', 10);
    lru.set('a', 'large', 101);
    expect({ value: lru.get('a'), bytes: lru.gauge().bytes }).toEqual({ value: undefined, bytes: 0 });
  });

  it('evicts several values for one large value', () => {
    const lru = createByteLru<number>(100);
    for (let count = 0; count < 10; count += 1) lru.set(String(count), count, 10);
    lru.set('large', 0, 95);
    expect(lru.gauge().bytes).toBe(95);
  });

  it('deletes a value', () => {
    const lru = createByteLru<string>(100);
    lru.set('a', 'A', 10);
    lru.delete('a');
    lru.delete('never');
    expect({ value: lru.get('a'), bytes: lru.gauge().bytes }).toEqual({ value: undefined, bytes: 0 });
  });
});
