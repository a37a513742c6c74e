import { userInfo } from 'node:os';
import { expect, it, vi } from 'vitest';
import { systemUser } from '#src/lib/system-user.ts';

it('systemUser returns the current account, or with sudo the account that ran sudo', () => {
  expect(systemUser({ SUDO_USER: 'ann' })).toBe('ann');
  expect(systemUser({ SUDO_USER: '' })).toBe(userInfo().username);
});

it.each([
  ['its user id', () => 1234, 'uid 1234'],
  ['no id if the system has none', undefined, 'uid unknown'],
])('systemUser returns %s for an account without a name', async (_title, getuid, user) => {
  const own = Object.getOwnPropertyDescriptor(process, 'getuid');
  vi.resetModules();
  vi.doMock('node:os', () => ({
    userInfo: () => {
      throw new Error('uv_os_get_passwd returned ENOENT');
    },
  }));
  try {
    Object.defineProperty(process, 'getuid', { value: getuid, configurable: true });
    const { systemUser: systemUserAnew } = await import('#src/lib/system-user.ts');
    expect(systemUserAnew({})).toBe(user);
  } finally {
    if (own) Object.defineProperty(process, 'getuid', own);
    else Reflect.deleteProperty(process, 'getuid');
    vi.doUnmock('node:os');
    vi.resetModules();
  }
});
