import { beforeEach, describe, expect, it } from 'vitest';
import { createSetupAccess, type SetupAccess } from '#src/admin/server/first-screen/access.ts';

const START = Date.parse('2026-06-01T12:00:00Z');
const MINUTE = 60_000;

let now: Date;
let access: SetupAccess;
beforeEach(() => {
  now = new Date(START);
  access = createSetupAccess(() => now);
});

const passMinutes = (minutes: number) => {
  now = new Date(START + minutes * MINUTE);
};
const cookieOf = (header: string) => header.split(';')[0];
const codeOf = (work: () => unknown): string => {
  try {
    work();
    return 'none';
  } catch (error) {
    return String((error as { code?: unknown }).code);
  }
};

describe('the link to the first screen', () => {
  it('has a token of 256 random bits, which differs in each process', () => {
    expect(access.token).toMatch(/^[\w-]{43}$/);
    expect(createSetupAccess(() => now).token).not.toBe(access.token);
  });

  it('starts a session, whose cookie scripts cannot read and other sites cannot send', () => {
    const header = access.open(access.token);
    expect(header).toMatch(/^lectern_setup=[\w-]{43}; Max-Age=14400; Path=\/api\/setup; HttpOnly; SameSite=Strict$/);
    expect(header).not.toContain(access.token);
    expect(() => access.check(cookieOf(header))).not.toThrow();
  });

  it('works once', () => {
    access.open(access.token);
    expect(codeOf(() => access.open(access.token))).toBe('gone');
  });

  it('still works after somebody has tried a wrong token', () => {
    for (const wrong of ['', 'guess', `${access.token}x`]) expect(codeOf(() => access.open(wrong))).toBe('gone');
    expect(access.open(access.token)).toContain('lectern_setup=');
  });

  it('expires after 60 minutes', () => {
    passMinutes(60);
    expect(codeOf(() => access.open(access.token))).toBe('gone');
    passMinutes(59);
    expect(access.open(access.token)).toContain('lectern_setup=');
  });
});

describe('a session of the first screen', () => {
  it('does not exist before the link was used', () => {
    for (const cookies of [undefined, '', 'lectern_setup=', `lectern_setup=${access.token}`])
      expect(codeOf(() => access.check(cookies))).toBe('signed_out');
  });

  it('rejects other cookies', () => {
    access.open(access.token);
    for (const cookies of [undefined, 'lectern_setup=guess', `lectern_setup=${access.token}`])
      expect(codeOf(() => access.check(cookies))).toBe('signed_out');
  });

  it('ends after four hours', () => {
    const cookie = cookieOf(access.open(access.token));
    passMinutes(239);
    expect(codeOf(() => access.check(cookie))).toBe('none');
    passMinutes(240);
    expect(codeOf(() => access.check(cookie))).toBe('signed_out');
  });
});
