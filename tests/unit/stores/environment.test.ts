import { describe, expect, it } from 'vitest';
import { environment, platformOf, randomUuid, setEnvironment } from '#src/stores/environment.ts';

describe('platformOf', () => {
  it.each([
    ['Mozilla/5.0 (Linux; Android 15; Pixel 9)', 'android'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)', 'ios'],
    ['Mozilla/5.0 (X11; Linux x86_64)', 'desktop'],
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 'desktop'],
    ['curl/8.5', 'other'],
  ])('%s is %s', (agent, platform) => expect(platformOf(agent)).toBe(platform));
});

describe('setEnvironment', () => {
  it('replaces parts until it is called without any', () => {
    setEnvironment({ now: () => 7 });
    expect(environment().now()).toBe(7);
    setEnvironment();
    expect(environment().now()).toBeGreaterThan(7);
  });
});

describe('randomUuid', () => {
  it('makes version 4 ids that differ', () => {
    const ids = Array.from({ length: 200 }, () => randomUuid());
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(new Set(ids).size).toBe(200);
  });
});
