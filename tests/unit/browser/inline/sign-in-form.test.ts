// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { returnPath } from '#src/islands/login/return-path.ts';

const script = readFileSync(join(import.meta.dirname, '../../../../src/browser/inline/sign-in-form.js'), 'utf8');
const USER = { id: 7, name: 'Ann; Ü' };

beforeEach(() => {
  localStorage.clear();
  document.body.innerHTML =
    '<form class="login-form"><input type="hidden" name="locale"><input type="hidden" name="to"></form>';
});

/** Opens the page of the sign-in. @returns where it led, and the cookies that it set */
function open(search: string, session?: Readonly<Record<string, unknown>>) {
  const led: string[] = [];
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
  new Function('document', 'location', script)(page, { search, replace: (to: string) => led.push(to) });
  return { led, set };
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
])('takes along the way on that the sign-in itself would go: %j', (to) => {
  const search = `?to=${encodeURIComponent(to)}`;
  open(search);
  expect(value('to')).toBe(returnPath(search) ?? '');
  expect(value('locale')).toBe('es');
});

it('keeps the session that the form brought, takes the cookie back and leads on', () => {
  const { led, set } = open('?to=/history', { token: 'a-token-of-sixteen', renew_in: 900, user: USER });
  expect(localStorage.getItem('token')).toBe('a-token-of-sixteen');
  expect(JSON.parse(localStorage.getItem('userInfo') ?? '')).toEqual(USER);
  expect(localStorage.getItem('loginStatus')).toBe('true');
  expect(Number(localStorage.getItem('lectern:renew-at')) - Date.now()).toBeGreaterThan(800_000);
  expect(set).toEqual(['kept=; Max-Age=0; Path=/; Secure']);
  expect(led).toEqual(['/history']);
});

it('leads to the account where the address names no way on, and keeps a token that lasts without a time', () => {
  localStorage.setItem('lectern:renew-at', '1');
  expect(open('?to=//evil.example', { token: 'a-token-of-sixteen', user: USER }).led).toEqual(['/es/myinfo']);
  expect(localStorage.getItem('lectern:renew-at')).toBeNull();
});

it('leads nowhere where nothing was sent', () => {
  expect(open('?to=/history')).toEqual({ led: [], set: [] });
  expect(localStorage.length).toBe(0);
});
