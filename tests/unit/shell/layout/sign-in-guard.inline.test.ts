import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { returnPath } from '#src/features/sign-in/island/return-path.ts';
import source from '#src/shell/layout/sign-in-guard.inline.ts?raw';

interface Visit {
  readonly stored?: Record<string, string>;
  readonly path?: string;
  readonly search?: string;
}

/**
 * Opens a guarded page.
 * @returns the redirect target, and a function that restores the page from the back/forward cache
 */
function open({ stored = {}, path = '/es/myinfo', search = '' }: Visit) {
  const redirects: string[] = [];
  let firePageShow = (_event: { persisted: boolean }) => {};
  const token = { ...stored };
  runInNewContext(source, {
    document: { documentElement: { dataset: { signIn: '/es/login' } } },
    localStorage: { getItem: (key: string) => token[key] ?? null },
    location: { pathname: path, search, replace: (to: string) => redirects.push(to) },
    addEventListener: (_name: string, listener: typeof firePageShow) => {
      firePageShow = listener;
    },
  });
  const comeBack = (persisted: boolean) => firePageShow({ persisted });
  return { redirects, token, comeBack };
}

const SIGNED_IN = { token: 'abcdef0123456789' };

describe('the sign-in guard of account pages', () => {
  it("redirects to the sign-in page in the same language with the page's path as return path", () => {
    const { redirects } = open({ path: '/es/myinfo/rechargeList', search: '?page=2' });
    expect(redirects).toEqual(['/es/login?to=%2Fes%2Fmyinfo%2FrechargeList%3Fpage%3D2']);
    expect(returnPath(redirects[0]?.slice('/es/login'.length) ?? '')).toBe('/es/myinfo/rechargeList?page=2');
  });

  it('does nothing for signed-in visitors', () => {
    expect(open({ stored: SIGNED_IN }).redirects).toEqual([]);
  });

  it.each(['', 'short', 'has spaces in between'])('treats the stored token %j as missing', (token) => {
    expect(open({ stored: { token } }).redirects).toHaveLength(1);
  });

  it('checks again when a page is restored from the back/forward cache', () => {
    const page = open({ stored: SIGNED_IN });
    page.comeBack(true);
    expect(page.redirects).toEqual([]);
    delete page.token['token'];
    page.comeBack(false);
    expect(page.redirects).toEqual([]);
    page.comeBack(true);
    expect(page.redirects).toHaveLength(1);
  });
});
