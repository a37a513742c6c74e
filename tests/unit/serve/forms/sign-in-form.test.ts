import { beforeEach, describe, expect, it } from 'vitest';
import { type FormSite, formSite, refusing, succeeding } from './form-site.ts';

const USER = { id: 7, name: 'Ann; "Ü"', email: 'ann@example.org', coins: 0, created_at: '2026-01-02T03:04:05Z' };
const SESSION = { token: 'a-token-of-sixteen', expires_at: '2027-01-02T03:04:05Z', renew_in: 900, user: USER };
const COOKIE = '__Host-lectern_session=secret; Path=/; Secure; HttpOnly; SameSite=Lax';

let site: FormSite;
beforeEach(() => {
  site = formSite(succeeding({ session: SESSION }, [COOKIE]));
});

const FORM = { email: ' Ann@Example.org ', password: 'some words', locale: 'en', to: '/history?a=1' };
const send = (fields: Readonly<Record<string, string>> = FORM) => site.send('signIn', Object.entries(fields));

const sessionOf = (token: string) => succeeding({ session: { ...SESSION, token } }, [COOKIE]);

describe('a sign-in sent as a plain HTML form', () => {
  it('is sent to the upstream, and followed by an uncached redirect with session cookies', async () => {
    const { status, headers } = await send();
    expect(site.seen).toMatchObject([
      {
        call: 'auth.login',
        params: { email: 'ann@example.org', password: 'some words' },
        context: { locale: { section: 7 } },
      },
    ]);
    expect([status, headers.location, headers['cache-control']]).toEqual([
      303,
      '/login?to=%2Fhistory%3Fa%3D1',
      'no-store',
    ]);
    const [session, handover = ''] = headers['set-cookie'] ?? [];
    expect(session).toBe(COOKIE);
    expect(handover).toMatch(/^__Host-lectern_sign_in=[\w%!'()*.~-]+; Max-Age=60; Path=\/; Secure; SameSite=Strict$/);
    const { expires_at: _expires, ...storedSession } = SESSION;
    expect(JSON.parse(decodeURIComponent(handover.slice(handover.indexOf('=') + 1, handover.indexOf(';'))))).toEqual(
      storedSession,
    );
  });

  it.each([
    ['WRONG_CREDENTIALS', 401, 'credentials'],
    ['RATE_LIMITED', 429, 'often'],
    ['SOMETHING', 400, 'unknown'],
    ['BAD_REQUEST', 400, 'input'],
    ['UNAVAILABLE', 503, 'network'],
  ])('redirects to a URL with the result of the upstream: %s', async (code, status, failure) => {
    site.answer = refusing(status, code);
    const { headers } = await send();
    expect(headers.location).toBe(`/login?to=%2Fhistory%3Fa%3D1#sign-in-${failure}`);
    expect(headers).not.toHaveProperty('set-cookie');
  });

  it('is not sent to the upstream if the email address is invalid', async () => {
    const { headers } = await send({ ...FORM, email: 'nobody' });
    expect(headers.location).toMatch(/#sign-in-input$/);
    expect(site.seen).toEqual([]);
  });

  it('never redirects to another site, whatever the form contains', async () => {
    const { headers } = await send({ ...FORM, locale: '//evil.example', to: 'https://evil.example/' });
    expect(headers.location).toBe('/login?to=https%3A%2F%2Fevil.example%2F');
  });

  it('redirects to a page in its language', async () => {
    const { headers } = await send({ ...FORM, locale: 'es', to: '' });
    expect(headers.location).toBe('/es/login');
    expect(site.seen[0]?.context.locale).toMatchObject({ section: 9 });
  });

  it.each([
    ['a missing response', undefined, 'network'],
    ['a session without a token', succeeding({ session: { ...SESSION, token: undefined } }, [COOKIE]), 'unknown'],
    ['a session too long for a cookie', sessionOf('x'.repeat(4096)), 'unknown'],
  ])('sets no session cookies after %s', async (_what, answer, failure) => {
    site.answer = answer;
    const { headers } = await send();
    expect(headers.location).toMatch(new RegExp(`#sign-in-${failure}$`));
    expect(headers).not.toHaveProperty('set-cookie');
  });

  it('sets a session cookie of up to 4096 bytes', async () => {
    const lengthOf = async (token: string) => {
      site.answer = sessionOf(token);
      const [, handover = ''] = (await send()).headers['set-cookie'] ?? [];
      return handover.indexOf(';');
    };
    const freeBytes = 4096 - (await lengthOf('x'.repeat(16)));
    expect(await lengthOf('x'.repeat(freeBytes + 16))).toBe(4096);
    expect(await lengthOf('x'.repeat(freeBytes + 17))).toBe(-1);
  });

  it('is rejected if it is too long or not a form', async () => {
    const longestForm = {
      ...FORM,
      to: `/${'x'.repeat(8192 - String(new URLSearchParams({ ...FORM, to: '/' })).length)}`,
    };
    expect((await send(longestForm)).status).toBe(303);
    expect((await send({ ...longestForm, to: `${longestForm.to}x` })).status).toBe(413);
    expect((await site.send('signIn', Object.entries(FORM), 'text/plain')).status).toBe(415);
    expect(site.seen).toHaveLength(1);
  });
});
