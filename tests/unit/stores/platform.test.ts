import { describe, expect, it } from 'vitest';
import { deviceKindOf, platform, randomUuid, setPlatform } from '#src/stores/platform.ts';

describe('deviceKindOf', () => {
  it.each([
    ['Mozilla/5.0 (Linux; Android 15; Pixel 9)', 'android'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)', 'ios'],
    ['Mozilla/5.0 (X11; Linux x86_64)', 'desktop'],
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 'desktop'],
    ['curl/8.5', 'other'],
  ])('%s is %s', (agent, kind) => expect(deviceKindOf(agent)).toBe(kind));
});

describe('setPlatform', () => {
  it('replaces parts until it is called without any', () => {
    setPlatform({ now: () => 7 });
    expect(platform().now()).toBe(7);
    setPlatform();
    expect(platform().now()).toBeGreaterThan(7);
  });
});

describe('randomUuid', () => {
  it('makes version 4 ids that differ', () => {
    const ids = Array.from({ length: 200 }, () => randomUuid());
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(new Set(ids).size).toBe(200);
  });
});
