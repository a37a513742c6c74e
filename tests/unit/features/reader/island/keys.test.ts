// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { actionOf, KEYS } from '#src/features/reader/island/keys.ts';
import { zoneOf } from '#src/features/reader/paginated/tap-zones.ts';
import texts from '#src/i18n/locales/en/reader.json' with { type: 'json' };

describe('reader keys', () => {
  it('each have one action, and every action has a label', () => {
    const keys = Object.values(KEYS).flat();
    expect(new Set(keys).size).toBe(keys.length);
    expect(Object.keys(KEYS).filter((action) => !(`key-${action}` in texts))).toEqual([]);
  });

  it('ignore letters if the visitor has switched them off', () => {
    expect([actionOf('n', true), actionOf('n', false), actionOf('?', false)]).toEqual(['next', undefined, undefined]);
    expect([actionOf('ArrowRight', false), actionOf('Escape', false), actionOf('x', true)]).toEqual([
      'page-next',
      'close',
      undefined,
    ]);
  });
});

describe('tap zones of the reader', () => {
  it.each([
    [10, 'start'],
    [100, 'start'],
    [120, 'middle'],
    [195, 'middle'],
    [270, 'middle'],
    [300, 'end'],
  ])('a tap at %i of 390 px is in the zone "%s"', (x, zone) => {
    expect(zoneOf(x, 390)).toBe(zone);
  });
});
