import { describe, expect, it } from 'vitest';
import { toMoment } from '#src/admin/ui/ui/moment.ts';

describe('toMoment', () => {
  it('converts a local time to RFC 3339 in UTC', () => {
    const moment = toMoment('2027-01-01T10:00');
    expect(moment).toMatch(/^202[67]-\d\d-\d\dT\d\d:\d\d:00\.000Z$/);
    expect(Date.parse(moment ?? '')).toBe(new Date(2027, 0, 1, 10).getTime());
    expect(toMoment('2027-01-01T10:00:00.000Z')).toBe('2027-01-01T10:00:00.000Z');
  });

  it.each(['', null, undefined])('returns null for %o', (empty) => {
    expect(toMoment(empty)).toBeNull();
  });
});
