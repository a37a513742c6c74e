// @vitest-environment happy-dom
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { UNSAVED_PARTS } from '#src/lib/unsaved.ts';
import { createStorage } from '#src/stores/storage.ts';
import { reportRefused, UNSAVED_BY_KEY } from '#src/stores/unsaved.ts';

const STORES = join(import.meta.dirname, '../../../src/stores');
const root = document.documentElement;

beforeEach(() => delete root.dataset['unsaved']);

function refusing(name: 'QuotaExceededError' | 'SecurityError') {
  return (): Storage => {
    if (name === 'SecurityError') throw new DOMException('blocked', name);
    const refuse = () => {
      throw new DOMException('full', name);
    };
    return {
      length: 3,
      clear: refuse,
      key: () => null,
      getItem: () => null,
      removeItem: () => undefined,
      setItem: refuse,
    };
  };
}

describe('a value that the browser refuses', () => {
  it.each(Object.entries(UNSAVED_BY_KEY))('of %s is reported as %s', (key, part) => {
    createStorage(refusing('QuotaExceededError'), reportRefused).set(key, 'x');
    expect(root.dataset['unsaved'] ?? null).toBe(part);
  });

  it.each([
    ['QuotaExceededError', 'full'],
    ['SecurityError', 'blocked'],
  ] as const)('by a %s has the fault %s', (name, fault) => {
    const storage = createStorage(refusing(name));
    storage.set('a', '1');
    expect([storage.fault('a'), storage.get('a'), storage.fault('b')]).toEqual([fault, '1', undefined]);
  });

  it('is not reported if it is a removal', () => {
    createStorage(refusing('SecurityError'), reportRefused).set('lectern:shelf', null);
    expect(root.dataset['unsaved']).toBeUndefined();
  });
});

describe('UNSAVED_BY_KEY', () => {
  it('names every key that a store persists', () => {
    const source = readdirSync(STORES).map((file) => readFileSync(join(STORES, file), 'utf8'));
    const keys = source.flatMap((text) => [
      ...text.matchAll(/persisted(?:Json|Text)\(\s*'([^']+)'/g),
      ...text.matchAll(/const KEY = '([^']+)'/g),
    ]);
    const names = new Set(keys.map(([, key = '']) => key));
    expect(names.size).toBeGreaterThan(25);
    expect([...names].filter((key) => !(key in UNSAVED_BY_KEY))).toEqual([]);
  });

  it('uses only parts that the page has a text for', () => {
    const used = Object.values(UNSAVED_BY_KEY).filter((part) => part !== null);
    expect(used.filter((part) => !UNSAVED_PARTS.includes(part))).toEqual([]);
  });
});
