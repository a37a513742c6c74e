import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { returnPath } from '#src/islands/login/return-path.ts';

const source = readFileSync(new URL('../../../../src/browser/inline/sign-in-guard.js', import.meta.url), 'utf8');

interface Visit {
  readonly stored?: Record<string, string>;
  readonly path?: string;
  readonly search?: string;
}

/** Opens a guarded page. @returns where it was led, and what opens it again from the back/forward cache */
function open({ stored = {}, path = '/es/myinfo', search = '' }: Visit) {
  const led: string[] = [];
  let shown = (_event: { persisted: boolean }) => {};
  const token = { ...stored };
  runInNewContext(source, {
    document: { documentElement: { dataset: { signIn: '/es/login' } } },
    localStorage: { getItem: (key: string) => token[key] ?? null },
    location: { pathname: path, search, replace: (to: string) => led.push(to) },
    addEventListener: (_name: string, listener: typeof shown) => {
      shown = listener;
    },
  });
  const comeBack = (persisted: boolean) => shown({ persisted });
  return { led, token, comeBack };
}

const SIGNED_IN = { token: 'abcdef0123456789' };

describe('a page of the account', () => {
  it('leads to the sign-in of its language, which leads back to the very address', () => {
    const { led } = open({ path: '/es/myinfo/rechargeList', search: '?page=2' });
    expect(led).toEqual(['/es/login?to=%2Fes%2Fmyinfo%2FrechargeList%3Fpage%3D2']);
    expect(returnPath(led[0]?.slice('/es/login'.length) ?? '')).toBe('/es/myinfo/rechargeList?page=2');
  });

  it('stays for who is signed in', () => {
    expect(open({ stored: SIGNED_IN }).led).toEqual([]);
  });

  it.each(['', 'short', 'has spaces in between'])('takes the token %j for none', (token) => {
    expect(open({ stored: { token } }).led).toHaveLength(1);
  });

  it('asks again when it comes back from the cache', () => {
    const page = open({ stored: SIGNED_IN });
    page.comeBack(true);
    expect(page.led).toEqual([]);
    delete page.token['token'];
    page.comeBack(false);
    expect(page.led).toEqual([]);
    page.comeBack(true);
    expect(page.led).toHaveLength(1);
  });
});
