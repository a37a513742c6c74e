// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import texts from '#src/i18n/locales/en/reader.json' with { type: 'json' };
import { actionOf, KEYS } from '#src/islands/reader/keys.ts';
import { zoneOf } from '#src/islands/reader/taps.ts';

describe('keys of the reader', () => {
  it('mean one action each, and every action has its words', () => {
    const keys = Object.values(KEYS).flat();
    expect(new Set(keys).size).toBe(keys.length);
    expect(Object.keys(KEYS).filter((action) => !(`key-${action}` in texts))).toEqual([]);
  });

  it('are silent for letters where the visitor wants no letters', () => {
    expect([actionOf('n', true), actionOf('n', false), actionOf('?', false)]).toEqual(['next', undefined, undefined]);
    expect([actionOf('ArrowRight', false), actionOf('Escape', false), actionOf('x', true)]).toEqual([
      'page-next',
      'close',
      undefined,
    ]);
  });
});

describe('zones of a tap', () => {
  it.each([
    [10, 'start'],
    [100, 'start'],
    [120, 'middle'],
    [195, 'middle'],
    [270, 'middle'],
    [300, 'end'],
  ])('%i px of 390 is the %s', (x, zone) => {
    expect(zoneOf(x, 390)).toBe(zone);
  });
});
