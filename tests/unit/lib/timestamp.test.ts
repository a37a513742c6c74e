import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseTimestamp, toTimestamp, utcTimestamp } from '#src/lib/timestamp.ts';
import { anyTime, spellingOf } from '../../helpers/timestamps.ts';

describe('parseTimestamp', () => {
  it('accepts every spelling of a time that RFC 3339 allows', () => {
    fc.assert(
      fc.property(spellingOf(anyTime), ({ time, text }) => {
        expect(parseTimestamp(text), text).toBe(time);
        expect(utcTimestamp(text)).toBe(new Date(time).toISOString());
        expect(parseTimestamp(toTimestamp(new Date(time)))).toBe(Math.floor(time / 1000) * 1000);
      }),
    );
  });

  it('returns times that sort correctly as text', () => {
    fc.assert(
      fc.property(anyTime, anyTime, (one, other) => {
        const [a, b] = [one, other].map((ms) => new Date(ms).toISOString());
        expect((a ?? '') < (b ?? '')).toBe(one < other);
        const [c, d] = [one, other].map((ms) => toTimestamp(new Date(ms)));
        expect((c ?? '') < (d ?? '')).toBe(Math.floor(one / 1000) < Math.floor(other / 1000));
      }),
    );
  });

  it('never throws, and returns only times that it can parse again', () => {
    const piece = fc.constantFrom(...'0123456789TtZz+-:. ', '2026-03-01', '04:05:06', '+05:30', '60', '24:00:00');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const utc = utcTimestamp(pieces.join(''));
        if (utc !== undefined) expect(utcTimestamp(utc)).toBe(utc);
      }),
    );
  });

  it.each([
    ['2026-03-01T04:05:06Z', '2026-03-01T04:05:06Z'],
    ['2026-03-01t04:05:06z', '2026-03-01T04:05:06Z'],
    ['2026-03-01T04:05:06.7Z', '2026-03-01T04:05:06.700Z'],
    ['2026-03-01T04:05:06.789999Z', '2026-03-01T04:05:06.789Z'],
    ['2026-03-01T04:05:06+10:00', '2026-02-28T18:05:06Z'],
    ['2026-03-01T04:05:06-23:59', '2026-03-02T04:04:06Z'],
    ['2026-03-01T04:05:06-00:00', '2026-03-01T04:05:06Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00Z'],
    ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00Z'],
    ['2017-01-01T05:29:60+05:30', '2017-01-01T00:00:00Z'],
    ['0000-01-01T00:00:00Z', '0000-01-01T00:00:00Z'],
    ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59Z'],
  ])('parses %s as %s', (text, utc) => {
    expect(utcTimestamp(text)).toBe(utc);
  });

  it.each([
    ['', 'an empty text'],
    ['2026-03-01', 'no time'],
    ['2026-03-01T04:05Z', 'no seconds'],
    ['2026-03-01T04:05:06', 'no offset'],
    ['2026-03-01 04:05:06Z', 'a space'],
    ['2026-03-01T04:05:06+05', 'an offset in hours only'],
    ['2026-03-01T04:05:06+0530', 'an offset without a colon'],
    ['2026-03-01T04:05:06+24:00', 'an offset of a day'],
    ['2026-03-01T04:05:06+05:60', 'an offset of sixty minutes'],
    ['2026-03-01T24:00:00Z', 'hour 24'],
    ['2026-03-01T04:60:00Z', 'minute 60'],
    ['2026-03-01T04:05:60Z', 'second 60 in the middle of a day'],
    ['2026-03-30T23:59:60Z', 'second 60 in the middle of a month'],
    ['2026-03-01T04:05:61Z', 'second 61'],
    ['2026-03-01T04:05:06.Z', 'a fraction without digits'],
    ['2026-03-01T04:05:06,5Z', 'a comma'],
    ['2026-02-30T00:00:00Z', 'a day that does not exist'],
    ['2025-02-29T00:00:00Z', '29 February in a common year'],
    ['2026-13-01T00:00:00Z', 'month 13'],
    ['2026-00-10T00:00:00Z', 'month 0'],
    ['9999-12-31T23:59:59-23:59', 'year 10000 in UTC'],
    ['9999-12-31T23:59:60Z', 'a leap second before year 10000'],
    ['0000-01-01T00:00:00+00:01', 'year -1 in UTC'],
    ['+010000-01-01T00:00:00Z', 'a year of five digits'],
    ['2026-03-01T04:05:06Z\n', 'a line break'],
    ['２０２６-03-01T04:05:06Z', 'digits from another script'],
    ['Sun, 01 Mar 2026 04:05:06 GMT', 'a date of HTTP'],
  ])('rejects %j, which is %s', (text) => {
    expect(parseTimestamp(text)).toBeUndefined();
  });
});
