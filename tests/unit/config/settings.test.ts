import { describe, expect, it } from 'vitest';
import { adminOf } from '#src/config/admin.ts';
import { metricsOf } from '#src/config/metrics.ts';
import { nightHooksOf } from '#src/config/nights.ts';
import { postgresOf, shownPostgres } from '#src/config/postgres.ts';

describe('the setting LECTERN_METRICS', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['9464', { host: '127.0.0.1', port: 9464 }],
    ['0', { host: '127.0.0.1', port: 0 }],
    ['65535', { host: '127.0.0.1', port: 65_535 }],
    ['10.0.0.5:9464', { host: '10.0.0.5', port: 9464 }],
    ['[::1]:9464', { host: '::1', port: 9464 }],
    ['metrics.example.com:80', { host: 'metrics.example.com', port: 80 }],
  ])('reads %s as %j', (text, expected) => {
    expect(metricsOf(text)).toEqual(expected);
  });

  it.each(['65536', '123456', 'x', '10.0.0.5', '10.0.0.5:', 'a/b:1', 'a@b:1', ':9464', '9464 '])(
    'cannot be %j',
    (text) => {
      expect(() => metricsOf(text)).toThrow(`LECTERN_METRICS is "${text}"`);
    },
  );
});

describe('the setting LECTERN_ADMIN_ORIGIN', () => {
  it("is not set by default, and the admin's port is 4400 by default", () => {
    expect(adminOf({ LECTERN_ADMIN_ORIGIN: '' })).toEqual({ port: '4400', origin: undefined });
    expect(adminOf({ LECTERN_ADMIN_PORT: '5000' }).port).toBe('5000');
  });

  it('must be an https origin', () => {
    const origin = 'https://admin.example.com';
    expect(adminOf({ LECTERN_ADMIN_ORIGIN: origin }).origin).toBe(origin);
    for (const text of ['http://admin.example.com', `${origin}/`, `${origin}/path`, 'admin.example.com'])
      expect(() => adminOf({ LECTERN_ADMIN_ORIGIN: text }), text).toThrow(`LECTERN_ADMIN_ORIGIN is "${text}"`);
  });
});

describe('the recipients of a nightly report', () => {
  it('are empty by default', () => {
    const none = { command: undefined, webhook: undefined, mail: undefined };
    expect(nightHooksOf({ LECTERN_NIGHT_COMMAND: '', LECTERN_NIGHT_WEBHOOK: '', LECTERN_NIGHT_MAIL: '' })).toEqual(
      none,
    );
  });

  it.each(['https://chat.example.com/hook', 'http://localhost:1/', 'http://127.0.0.1/', 'http://[::1]:9/'])(
    'may include the webhook %s',
    (webhook) => expect(nightHooksOf({ LECTERN_NIGHT_WEBHOOK: webhook }).webhook).toBe(webhook),
  );

  it.each(['http://chat.example.com/secret', 'ftp://localhost/secret', 'secret'])(
    'cannot include %s, and the error does not repeat the value',
    (webhook) => expect(() => nightHooksOf({ LECTERN_NIGHT_WEBHOOK: webhook })).toThrow(/^(?!.*secret).*not an https/),
  );

  it('may be one email address together with a command', () => {
    const hooks = { LECTERN_NIGHT_MAIL: 'ann@example.com', LECTERN_NIGHT_COMMAND: 'tell' };
    expect(nightHooksOf(hooks)).toMatchObject({ mail: 'ann@example.com', command: 'tell' });
    for (const mail of ['ann', 'a@b,c@d', 'Ann <a@b>', 'a@b c@d'])
      expect(() => nightHooksOf({ LECTERN_NIGHT_MAIL: mail }), mail).toThrow(`LECTERN_NIGHT_MAIL is "${mail}"`);
  });
});

describe('the URL of PostgreSQL', () => {
  it.each(['postgres://a:b@c/d', 'postgresql://c/d'])('accepts %s', (text) => {
    expect(postgresOf(text, 'LECTERN_STORE')).toBe(text);
  });

  it('is undefined if not set, and errors do not repeat the password', () => {
    expect([postgresOf('', 'LECTERN_STORE'), postgresOf(undefined, 'LECTERN_STORE')]).toEqual([undefined, undefined]);
    for (const text of ['mysql://a:secret@c/d', 'secret', 'xpostgres://secret', 'postgresx://secret'])
      expect(() => postgresOf(text, 'LECTERN_STORE')).toThrow(/^(?!.*secret)LECTERN_STORE is not the address/);
  });

  it.each([
    ['postgres://ann:secret@db.example.com:5432/lectern?sslkey=secret', 'postgres://ann@db.example.com:5432/lectern'],
    ['postgresql://db.example.com/lectern', 'postgres://db.example.com/lectern'],
  ])('is displayed without password and options: %s', (address, shown) => expect(shownPostgres(address)).toBe(shown));
});
