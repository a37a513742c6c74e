// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { createStorage } from '#src/shell/state/storage.ts';
import * as keys from '#src/shell/state/storage-keys.ts';
import { reportRefused, UNSAVED_BY_KEY } from '#src/shell/state/unsaved.ts';
import { UNSAVED_PARTS } from '#src/shell/state/unsaved-parts.ts';
import { UNREPORTED } from '../../../helpers/unreported-keys.ts';

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

it('every storage key says what is lost if the browser cannot store it, or that nothing is', () => {
  const names = Object.values(keys).filter((key) => typeof key === 'string');
  const known = [...Object.keys(UNSAVED_BY_KEY), ...UNREPORTED];
  expect(names.filter((key) => !known.includes(key))).toEqual([]);
});

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
