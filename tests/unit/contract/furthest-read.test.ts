import { describe, expect, it } from 'vitest';
import {
  comparePlaces,
  furtherOf,
  furthestOf,
  furthestPlace,
  placeAhead,
  type ReadItem,
  withFurthest,
} from '#src/contract/furthest-read.ts';

const place = (number: number, block?: number, offset = 0) =>
  ({
    id: number * 10,
    number,
    title: `Chapter ${number}`,
    ...(block === undefined ? {} : { place: { block, offset } }),
  }) as never;
const item = (chapter: unknown, at: number, furthest?: unknown) =>
  ({
    kind: 'read',
    id: '1',
    at,
    value: { book: { id: 1 }, chapter, ...(furthest ? { furthest } : {}) },
  }) as unknown as ReadItem;
const removed = (at: number) => ({ kind: 'read', id: '1', at, value: null }) as ReadItem;

describe('the order of reading positions in a book', () => {
  it('depends on the chapter, then the block, then the character, and a missing position is first', () => {
    const ordered = [null, place(1), place(1, 0), place(1, 0, 5), place(1, 1), place(2)];
    for (const [index, one] of ordered.entries())
      for (const [other, two] of ordered.entries())
        expect([index, other, Math.sign(comparePlaces(one, two))]).toEqual([index, other, Math.sign(index - other)]);
  });
});

describe('the furthest reading position', () => {
  it('defaults to the last position', () => {
    expect(furthestOf(item(place(3), 50))).toEqual({ chapter: place(3), since: 0 });
    expect(furthestOf(item(place(3), 50, { chapter: place(9), since: 20 }))).toEqual({ chapter: place(9), since: 20 });
    expect(furthestOf(item(place(3), 50, { chapter: place(9), since: 80 }))).toEqual({ chapter: place(9), since: 50 });
    expect(furthestOf(removed(50))).toEqual({ chapter: null, since: 51 });
  });

  it('is taken from the device with the later restart, or else from the device with the further position', () => {
    const pairs = [
      [
        { chapter: place(1), since: 5 },
        { chapter: place(9), since: 4 },
      ],
      [
        { chapter: place(9), since: 5 },
        { chapter: place(1), since: 5 },
      ],
      [
        { chapter: place(1), since: 5 },
        { chapter: null, since: 5 },
      ],
    ] as const;
    for (const [further, other] of pairs) {
      expect(furtherOf(further, other)).toEqual(further);
      expect(furtherOf(other, further)).toEqual(further);
    }
    const [one, other] = [
      { chapter: { ...(place(1) as object), title: 'A' }, since: 5 },
      { chapter: { ...(place(1) as object), title: 'B' }, since: 5 },
    ] as never[];
    // All devices and the API must choose the same position.
    expect(furtherOf(one as never, other as never)).toBe(other);
    expect(furtherOf(other as never, one as never)).toBe(other);
  });

  it('is stored beside the last position only if it differs', () => {
    const plain = item(place(3), 50);
    expect(withFurthest(plain, { chapter: place(3), since: 0 })).toEqual(plain);
    expect(withFurthest(item(place(3), 50, { chapter: place(9), since: 1 }), { chapter: place(3), since: 0 })).toEqual(
      plain,
    );
    expect(withFurthest(plain, { chapter: place(9), since: 0 })).toEqual(
      item(place(3), 50, { chapter: place(9), since: 0 }),
    );
    expect(withFurthest(plain, { chapter: place(3), since: 4 })).toEqual(
      item(place(3), 50, { chapter: place(3), since: 4 }),
    );
    expect(withFurthest(removed(50), { chapter: place(9), since: 0 })).toEqual(removed(50));
  });

  it('is returned by placeAhead only if its chapter is after the last position', () => {
    const read = (chapter: unknown, furthest?: unknown) =>
      ({ chapter, ...(furthest ? { furthest: { chapter: furthest, since: 0 } } : {}) }) as never;
    expect(furthestPlace(read(place(3), place(9)))).toEqual(place(9));
    expect(furthestPlace(read(place(3, 5), place(3, 2)))).toEqual(place(3, 5));
    expect([furthestPlace(read(place(3))), furthestPlace(read(null))]).toEqual([place(3), null]);
    expect(placeAhead(read(place(3), place(4)))).toEqual(place(4));
    expect([
      placeAhead(read(place(3), place(3, 9))),
      placeAhead(read(place(3))),
      placeAhead(read(place(3), place(2))),
    ]).toEqual([null, null, null]);
    expect(placeAhead(read(null, place(1)))).toEqual(place(1));
  });
});
