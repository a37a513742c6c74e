// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { createStorage } from '#src/shell/state/storage.ts';
import { reportRefused, UNSAVED_BY_KEY } from '#src/shell/state/unsaved.ts';
import { UNSAVED_PARTS } from '#src/shell/state/unsaved-parts.ts';

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

describe('a value that the browser cannot store', () => {
  it.each(Object.entries(UNSAVED_BY_KEY))('under the key %s is reported as %s', (key, part) => {
    createStorage(refusing('QuotaExceededError'), reportRefused).set(key, 'x');
    expect(root.dataset['unsaved'] ?? null).toBe(part);
  });

  it.each([
    ['QuotaExceededError', 'full'],
    ['SecurityError', 'blocked'],
  ] as const)('because of a %s has the fault %s', (name, fault) => {
    const storage = createStorage(refusing(name));
    storage.set('a', '1');
    expect([storage.fault('a'), storage.get('a'), storage.fault('b')]).toEqual([fault, '1', undefined]);
  });

  it('is not reported if the browser fails to remove it', () => {
    createStorage(refusing('SecurityError'), reportRefused).set('lectern:shelf', null);
    expect(root.dataset['unsaved']).toBeUndefined();
  });
});

describe('UNSAVED_BY_KEY', () => {
  it('contains only parts that the page has a message for', () => {
    const used = Object.values(UNSAVED_BY_KEY).filter((part) => part !== null);
    expect(used.filter((part) => !UNSAVED_PARTS.includes(part))).toEqual([]);
  });
});
