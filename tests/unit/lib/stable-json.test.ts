import fc from 'fast-check';
import { expect, it } from 'vitest';
import { stableJson } from '#src/lib/stable-json.ts';

it('stableJson sorts keys at every depth and keeps the order of lists', () => {
  expect(stableJson({ b: [{ z: 1, a: 2 }, 3], a: null })).toBe('{"a":null,"b":[{"a":2,"z":1},3]}');
});

it('stableJson omits undefined members', () => {
  expect(stableJson({ a: undefined, b: 1 })).toBe('{"b":1}');
});

it('stableJson returns equal JSON for equal data, whatever the order of keys', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (data) => {
      const reversed = Object.fromEntries(Object.entries(data).reverse());
      expect(stableJson(reversed)).toBe(stableJson(data));
      expect(JSON.parse(stableJson(data))).toEqual(JSON.parse(JSON.stringify(data)));
    }),
  );
});
