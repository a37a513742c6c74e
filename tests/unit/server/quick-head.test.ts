import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readQuickHead } from '#src/server/quick-head.ts';

const PEER = { remoteAddress: '127.0.0.1' };
const read = (text: string) => readQuickHead(Buffer.from(text, 'latin1'), PEER);
const lines = (...all: string[]) => `${all.join('\r\n')}\r\n\r\n`;

describe('a plain head', () => {
  it('is taken apart as node:http would', () => {
    const text = lines(
      'GET /genres?page=2 HTTP/1.1',
      'Host: ash.test',
      'Accept-Encoding:br, gzip',
      'X-Empty:',
      'Cookie: a=\xe9',
    );
    expect(read(text)).toEqual({
      method: 'GET',
      url: '/genres?page=2',
      headers: Object.assign(Object.create(null), {
        host: 'ash.test',
        'accept-encoding': 'br, gzip',
        'x-empty': '',
        cookie: 'a=\xe9',
      }),
      rawHeaders: ['Host', 'ash.test', 'Accept-Encoding', 'br, gzip', 'X-Empty', '', 'Cookie', 'a=\xe9'],
      socket: PEER,
    });
  });

  it('may say that the connection stays open', () => {
    expect(read(lines('HEAD / HTTP/1.1', 'Host: a', 'Connection: Keep-Alive'))?.method).toBe('HEAD');
  });

  it('keeps a header named like a part of every object', () => {
    const { headers } = read(lines('GET / HTTP/1.1', 'Host: a', '__proto__: b', 'Constructor: c')) ?? {};
    expect(Object.entries(headers ?? {})).toEqual([
      ['host', 'a'],
      ['__proto__', 'b'],
      ['constructor', 'c'],
    ]);
  });
});

describe('left to node:http', () => {
  const GOOD = ['GET / HTTP/1.1', 'Host: a'] as const;
  it.each([
    ['another method', lines('POST / HTTP/1.1', 'Host: a')],
    ['another version', lines('GET / HTTP/1.0', 'Host: a')],
    ['an absolute address', lines('GET http://a/ HTTP/1.1', 'Host: a')],
    ['a fragment', lines('GET /#x HTTP/1.1', 'Host: a')],
    ['a space in the address', lines('GET /a b HTTP/1.1', 'Host: a')],
    ['letters that are not ASCII in the address', lines('GET /\xe9 HTTP/1.1', 'Host: a')],
    ['no host', lines('GET / HTTP/1.1', 'Accept: */*')],
    ['two hosts', lines(...GOOD, 'host: b')],
    ['any header twice', lines(...GOOD, 'X-Forwarded-For: 1.1.1.1', 'x-forwarded-for: 2.2.2.2')],
    ['a length', lines(...GOOD, 'Content-Length: 0')],
    ['a transfer encoding', lines(...GOOD, 'Transfer-Encoding: chunked')],
    ['an expectation', lines(...GOOD, 'Expect: 100-continue')],
    ['another protocol', lines(...GOOD, 'Upgrade: h2c')],
    ['an end of the connection', lines(...GOOD, 'Connection: close')],
    ['a folded line', lines(...GOOD, ' folded: yes')],
    ['a space before the colon', lines(...GOOD, 'X : y')],
    ['a space at the end of a value', lines(...GOOD, 'X: y ')],
    ['a control character', lines(...GOOD, 'X: a\0b')],
    ['a bare line feed', 'GET / HTTP/1.1\nHost: a\n\n'],
    ['a line feed in a header', lines(...GOOD, 'X: a\nContent-Length: 3')],
    ['a part of a head', 'GET / HTTP/1.1\r\nHost: a\r\n'],
    ['two requests', lines(...GOOD) + lines(...GOOD)],
    ['a body', `${lines(...GOOD)}hello`],
    ['an empty line before it', `\r\n${lines(...GOOD)}`],
    ['a long head', lines(...GOOD, `X: ${'x'.repeat(9000)}`)],
  ])('%s', (_what, text) => {
    expect(read(lines(...GOOD))).toBeDefined();
    expect(read(text)).toBeUndefined();
  });

  it('whatever does not end where its head ends', () => {
    const piece = fc.constantFrom(
      'GET / HTTP/1.1',
      'Host: a',
      'X: y',
      '\r\n',
      '\n',
      '\r',
      ' ',
      ':',
      'Content-Length: 1',
      'a',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = `GET / HTTP/1.1\r\nHost: a\r\n${pieces.join('')}`;
        const whole = text.indexOf('\r\n\r\n') === text.length - 4 && !/content-length/i.test(text);
        return whole || read(text) === undefined;
      }),
    );
  });
});
