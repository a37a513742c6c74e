import { describe, expect, test } from 'vitest';
import { ago, bytes, duration, moment } from '#src/admin/ui/ui/format.ts';

describe('a formatter of the admin', () => {
  test('shows relative times in the largest unit', () => {
    const now = Date.parse('2026-03-02T12:00:00Z');
    expect(ago('2026-03-02T11:58:00Z', now)).toBe('2 minutes ago');
    expect(ago('2026-03-01T12:00:00Z', now)).toBe('yesterday');
    expect(ago('2026-03-05T12:00:00Z', now)).toBe('in 3 days');
    expect(ago('2026-03-02T12:00:00Z', now)).toBe('now');
  });

  test('shows sizes and durations with units', () => {
    expect([0, 999, 1536, 150 * 2 ** 20].map(bytes)).toEqual(['0 B', '999 B', '1.5 KiB', '150 MiB']);
    expect([1.25, 59.4, 61, 600].map(duration)).toEqual(['1.3 s', '59 s', '1 min 1 s', '10 min 0 s']);
  });

  test('shows a dash for an unknown time', () => {
    expect(moment(null)).toBe('–');
  });
});
