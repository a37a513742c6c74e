import { describe, expect, it } from 'vitest';
import { difference, extraHeaders, type WireResponse } from '../../../../scripts/bench/serve/answers.ts';
import { bareFiles } from '../../../../scripts/bench/serve/nginx.ts';

const response = (
  change: Partial<WireResponse> = {},
  headers: Readonly<Record<string, string>> = {},
): WireResponse => ({
  status: 200,
  body: Buffer.from('page'),
  ...change,
  headers: { 'content-type': 'text/html', etag: '"a"', date: 'today', 'x-frame': 'no', ...headers },
});

describe('difference, which compares the responses of two servers', () => {
  it('ignores the time and the server name', () => {
    const other = response({}, { date: 'tomorrow', etag: '"b"', server: 'nginx', 'last-modified': 'yesterday' });
    expect(difference(response(), other)).toBeUndefined();
  });

  it.each([
    ['status', response({ status: 404 })],
    ['body', response({ body: Buffer.from('pagE') })],
    ['header x-frame', response({}, { 'x-frame': 'yes' })],
    ['header x-more', response({}, { 'x-more': 'yes' })],
    ['header etag', { ...response(), headers: { 'content-type': 'text/html', 'x-frame': 'no' } }],
  ])('returns a difference in the %s', (what, other) => {
    expect(difference(response(), other)).toContain(what);
    expect(difference(other, response())).toContain(what);
  });
});

describe('the nginx configuration of the serve benchmark', () => {
  const part = (headers: [string, string][]) => [{ prefix: '/', root: '/site', headers }];

  it("adds Lectern's headers, except those that nginx derives from the file", () => {
    const headers = extraHeaders(response({}, { 'content-security-policy': `script-src 'self' "a\\b"; x` }));
    const text = bareFiles(8080, part(headers));
    expect(text).toContain('listen 127.0.0.1:8080;');
    expect(text).toContain('add_header x-frame "no";');
    expect(text).toContain(`add_header content-security-policy "script-src 'self' \\"a\\\\b\\"; x";`);
    expect(text).not.toMatch(/add_header (date|etag|content-type)/);
  });

  it('rejects text that nginx would treat as a variable', () => {
    expect(() => bareFiles(8080, part([['x', '$host']]))).toThrow('nginx cannot send');
  });
});
