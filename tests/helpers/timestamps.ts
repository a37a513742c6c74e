import fc from 'fast-check';

const FIRST = Date.parse('0000-01-01T00:00:00Z');
const LAST = Date.parse('9999-12-31T23:59:59.999Z');
const twoDigits = (number: number) => String(number).padStart(2, '0');

export const anyTime = fc.oneof(
  fc.integer({ min: FIRST, max: LAST }),
  fc.integer({ min: Date.parse('2020-01-01'), max: Date.parse('2030-01-01') }),
);

/** Spells times as other programs do: with any offset, in upper or lower case, and with any number of digits. */
export const spellingOf = (time: fc.Arbitrary<number>) =>
  fc
    .record({
      time,
      minutes: fc.integer({ min: -(23 * 60 + 59), max: 23 * 60 + 59 }),
      digits: fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: 8 }),
      lower: fc.boolean(),
    })
    .filter((one) => one.time + one.minutes * 60_000 >= FIRST && one.time + one.minutes * 60_000 <= LAST)
    .map((one) => {
      const local = new Date(one.time + one.minutes * 60_000).toISOString().slice(0, -1);
      const size = Math.abs(one.minutes);
      const zone = `${one.minutes < 0 ? '-' : '+'}${twoDigits(Math.floor(size / 60))}:${twoDigits(size % 60)}`;
      const text = local + one.digits + (one.minutes === 0 ? 'Z' : zone);
      return { time: one.time, text: one.lower ? text.toLowerCase() : text };
    });

/** Generates texts: many resemble a timestamp, and some are valid timestamps. */
export const nearTimestamp: fc.Arbitrary<string> = fc.oneof(
  spellingOf(anyTime).map(({ text }) => text),
  fc
    .tuple(spellingOf(anyTime), fc.nat(30), fc.constantFrom('', ' ', 'T', '0', '9', 'Z', ':', '60', '\n', '٣'))
    .map(([{ text }, at, piece]) => text.slice(0, at) + piece + text.slice(at + 1)),
  fc.constantFrom(
    '2026-02-30T00:00:00Z',
    '2026-03-01 04:05:06Z',
    '2026-03-01T04:05Z',
    '2026-03-01T04:05:06',
    '2026-03-01T04:05:06+05',
    '2016-12-31T23:59:60Z',
    '2026-03-01T04:05:60Z',
    '2026-03-01',
    '1772337906',
    '',
  ),
);
