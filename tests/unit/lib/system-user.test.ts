import { userInfo } from 'node:os';
import { expect, it } from 'vitest';
import { systemUser } from '#src/lib/system-user.ts';

it('who runs a program is the account, and behind sudo the one that called it', () => {
  expect(systemUser({ SUDO_USER: 'ann' })).toBe('ann');
  expect(systemUser({ SUDO_USER: '' })).toBe(userInfo().username);
});
