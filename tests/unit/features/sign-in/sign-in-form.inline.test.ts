// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';
import { returnPath } from '#src/features/sign-in/island/return-path.ts';
import script from '#src/features/sign-in/sign-in-form.inline.ts?raw';

const USER = { id: 7, name: 'Ann; Ü' };

beforeEach(() => {
  localStorage.clear();
  document.body.innerHTML =
    '<form class="login-form"><input type="hidden" name="locale"><input type="hidden" name="to"></form>';
});

/** Opens the sign-in page. @returns the redirect target, and the cookies that were set */
function open(search: string, session?: Readonly<Record<string, unknown>>) {
  const redirects: string[] = [];
  const set: string[] = [];
  const form = document.querySelector('form');
  const page = {
    currentScript: { dataset: { cookie: 'kept', locale: 'es', home: '/es/myinfo' } },
    querySelector: () => form,
    get cookie() {
      return session ? `a=1; kept=${encodeURIComponent(JSON.stringify(session))}; b=2` : 'kept2=x';
    },
    set cookie(value: string) {
      set.push(value);
    },
  };
  new Function('document', 'location', script)(page, { search, replace: (to: string) => redirects.push(to) });
  return { redirects, set };
}

const value = (name: string) => document.querySelector<HTMLInputElement>(`[name=${name}]`)?.value;

it.each([
  '/novel/1',
  '/',
  '//evil.example',
  '/\\evil.example',
  'https://evil.example',
  '/es/login?x',
  '/logins',
  '/a b',
])('the plain sign-in form uses the same return path as the sign-in island: %j', (to) => {
  const search = `?to=${encodeURIComponent(to)}`;
  open(search);
  expect(value('to')).toBe(returnPath(search) ?? '');
  expect(value('locale')).toBe('es');
});

it('the plain sign-in form stores the session, deletes the cookie and redirects', () => {
  const { redirects, set } = open('?to=/history', { token: 'a-token-of-sixteen', renew_in: 900, user: USER });
  expect(localStorage.getItem('token')).toBe('a-token-of-sixteen');
  expect(JSON.parse(localStorage.getItem('userInfo') ?? '')).toEqual(USER);
  expect(localStorage.getItem('loginStatus')).toBe('true');
  expect(Number(localStorage.getItem('lectern:renew-at')) - Date.now()).toBeGreaterThan(800_000);
  expect(set).toEqual(['kept=; Max-Age=0; Path=/; Secure']);
  expect(redirects).toEqual(['/history']);
});

it('the plain sign-in form without a return path redirects to the account, and accepts a token without an expiry', () => {
  localStorage.setItem('lectern:renew-at', '1');
  expect(open('?to=//evil.example', { token: 'a-token-of-sixteen', user: USER }).redirects).toEqual(['/es/myinfo']);
  expect(localStorage.getItem('lectern:renew-at')).toBeNull();
});

it('the plain sign-in form does nothing unless it was sent', () => {
  expect(open('?to=/history')).toEqual({ redirects: [], set: [] });
  expect(localStorage.length).toBe(0);
});
