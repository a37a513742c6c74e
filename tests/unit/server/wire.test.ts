import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createWire } from '#src/server/wire.ts';

const FORM = {
  status: 200,
  tag: '"one"',
  headers: ['Content-Type', 'text/html', 'ETag', '"one"'],
  bytes: Buffer.from('<p>page</p>'),
};
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');
const head = (second: string) =>
  `Content-Type: text/html\r\nETag: "one"\r\nContent-Length: 11\r\nDate: Sat, 21 Nov 2026 23:59:${second} GMT\r\nConnection: keep-alive\r\nKeep-Alive: timeout=65\r\n\r\n`;

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T23:59:01.200Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('an answer as bytes', () => {
  it('is head and body for GET, the head alone for HEAD', () => {
    const wire = createWire(FORM);
    expect(text(wire.get())).toBe(`HTTP/1.1 200 OK\r\n${head('01')}<p>page</p>`);
    expect(text(wire.head())).toBe(`HTTP/1.1 200 OK\r\n${head('01')}`);
  });

  it('has neither length nor body where nothing changed', () => {
    expect(text(createWire(FORM).notModified())).toBe(
      `HTTP/1.1 304 Not Modified\r\n${head('01').replace('Content-Length: 11\r\n', '')}`,
    );
  });

  it('tells the time at which it is sent', () => {
    const wire = createWire(FORM);
    wire.get();
    wire.notModified();
    vi.setSystemTime(new Date('2026-11-21T23:59:59.999Z'));
    expect(text(wire.get())).toBe(`HTTP/1.1 200 OK\r\n${head('59')}<p>page</p>`);
    expect(text(wire.notModified())).toContain('Date: Sat, 21 Nov 2026 23:59:59 GMT\r\n');
  });

  it('weighs no less than its bytes, and shares its body with the form for node:http', () => {
    const wire = createWire(FORM);
    expect(wire.weight).toBeGreaterThanOrEqual(wire.get().length + wire.notModified().length);
    expect(wire.form).toMatchObject({ status: 200, tag: '"one"', headers: FORM.headers });
    expect(wire.form.bytes.buffer).toBe(wire.get().buffer);
  });

  it('refuses a header that would begin another line', () => {
    expect(() => createWire({ ...FORM, headers: ['X', 'a\r\nSet-Cookie: b'] })).toThrow('Invalid character');
  });
});
