import { describe, expect, it } from 'vitest';
import { hashPassword, verifyDecoy, verifyPassword } from '#src/api/visitors/passwords.ts';

describe('password hashes', () => {
  it('match only their password, and differ each time', async () => {
    const stored = await hashPassword('correct horse');
    expect(await verifyPassword('correct horse', stored)).toBe(true);
    expect(await verifyPassword('correct horsf', stored)).toBe(false);
    expect(await hashPassword('correct horse')).not.toBe(stored);
  });

  it('never match if they are invalid or missing', async () => {
    for (const stored of ['', 'plain', '$argon2id$v=19$m=1,t=1$x'])
      expect(await verifyPassword('', stored)).toBe(false);
    expect(await verifyDecoy('anything')).toBe(false);
  });
});
