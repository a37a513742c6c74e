import { describe, expect, it } from 'vitest';
import { difference, extraHeaders, type Said } from '../../../../scripts/bench/serve/answers.ts';
import { bareFiles } from '../../../../scripts/bench/serve/nginx.ts';

const said = (given: Partial<Said> = {}, headers: Readonly<Record<string, string>> = {}): Said => ({
  status: 200,
  body: Buffer.from('page'),
  ...given,
  headers: { 'content-type': 'text/html', etag: '"a"', date: 'today', 'x-frame': 'no', ...headers },
});

describe('two responses', () => {
  it('are equal if only time and server differ', () => {
    const other = said({}, { date: 'tomorrow', etag: '"b"', server: 'nginx', 'last-modified': 'yesterday' });
    expect(difference(said(), other)).toBeUndefined();
  });

  it.each([
    ['status', said({ status: 404 })],
    ['body', said({ body: Buffer.from('pagE') })],
    ['header x-frame', said({}, { 'x-frame': 'yes' })],
    ['header x-more', said({}, { 'x-more': 'yes' })],
    ['header etag', { ...said(), headers: { 'content-type': 'text/html', 'x-frame': 'no' } }],
  ])('differ in the %s', (what, other) => {
    expect(difference(said(), other)).toContain(what);
    expect(difference(other, said())).toContain(what);
  });
});

describe('the nginx configuration', () => {
  const part = (headers: [string, string][]) => [{ prefix: '/', root: '/site', headers }];

  it("sends our server's headers that nginx does not set", () => {
    const headers = extraHeaders(said({}, { 'content-security-policy': `script-src 'self' "a\\b"; x` }));
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
