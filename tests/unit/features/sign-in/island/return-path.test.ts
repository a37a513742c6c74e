import { describe, expect, it } from 'vitest';
import { returnPath } from '#src/features/sign-in/island/return-path.ts';

describe('returnPath', () => {
  it.each([
    ['?to=%2Fmyinfo%2FmyLocked', '/myinfo/myLocked'],
    ['?to=/search?q=a%26b', '/search?q=a&b'],
    ['?to=/es/history', '/es/history'],
    ['?to=/loginsight', '/loginsight'],
    ['', undefined],
    ['?to=', undefined],
    ['?to=myinfo', undefined],
    ['?to=https://evil.example/', undefined],
    ['?to=//evil.example/', undefined],
    ['?to=/%5Cevil.example/', undefined],
    ['?to=%2F%09%2Fevil.example', undefined],
    ['?to=/a%5C..%5Cb', undefined],
    ['?to=javascript:alert(1)', undefined],
    ['?to=/login', undefined],
    ['?to=/es/login?to=/x', undefined],
  ])('for %s returns the path %s', (search, path) => expect(returnPath(search)).toBe(path));
});
