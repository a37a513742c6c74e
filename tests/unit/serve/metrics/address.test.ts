import { describe, expect, it } from 'vitest';
import { getConfig } from '#src/config/config.ts';

describe('LECTERN_METRICS', () => {
  it.each([
    ['9464', { host: '127.0.0.1', port: 9464 }],
    ['10.0.0.5:9464', { host: '10.0.0.5', port: 9464 }],
    ['[::1]:0', { host: '::1', port: 0 }],
    ['', undefined],
  ])('accepts "%s"', (text, address) => {
    expect(getConfig({ LECTERN_METRICS: text }).metrics).toEqual(address);
  });

  it.each(['yes', '70000', 'http://localhost:9464', ':9464', 'localhost'])('rejects "%s"', (text) => {
    expect(() => getConfig({ LECTERN_METRICS: text })).toThrow(/LECTERN_METRICS is .* Give a port such as 9464/);
  });
});
