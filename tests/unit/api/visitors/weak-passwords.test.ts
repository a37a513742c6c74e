import { describe, expect, it } from 'vitest';
import { isWeakPassword } from '#src/api/visitors/weak-passwords.ts';

const account = { name: 'Moon Novel', origin: 'https://www.moonovel.com', email: 'ann.smith@readers.example' };

describe('a new password', () => {
  it.each([
    { password: 'password1', why: 'many people use it' },
    { password: 'PassWord1', why: 'it is common, ignoring case' },
    { password: 'moonnovel', why: 'it is the name of the site' },
    { password: 'Novel-26!', why: 'it is a word of the name and two digits' },
    { password: 'moonovel.123', why: 'it is the host name and three digits' },
    { password: 'smithsmith', why: 'it is part of the email address, twice' },
    { password: 'readers...', why: 'it is the host of the email address without further letters' },
  ])('is weak: $password', async ({ password, why }) => {
    expect([why, await isWeakPassword(password, account)]).toEqual([why, true]);
  });

  it.each([
    'correct horse',
    'moonnovel and four more',
    'ann and bob', // A part of the address with only three letters is ignored.
    '🔑🔑🔑🔑🔑🔑🔑🔑',
    '--------+',
    'zyxwvuts',
  ])('is good enough: %s', async (password) => {
    expect(await isWeakPassword(password, account)).toBe(false);
  });

  // Each part of these addresses is too short to be compared separately.
  it.each([
    ['al.bo@ex.io', 'al.bo@ex.io'],
    ['al.bo@ex.io', 'AL.BO@EX.IO'],
    ['al.bo@ex.io', 'al.bo@ex.io12!'],
    ['al.bo@ex.io', '1al.bo@ex.io'],
    ['al+bo_c@ex.io', 'Al+Bo_C@ex.io'],
    ['a-b@c.d-e.fr', 'a-b@c.d-e.fr'],
  ])('is weak if it equals the email address %s: %s', async (email, password) => {
    expect(await isWeakPassword(password, { ...account, email })).toBe(true);
    expect(await isWeakPassword(password, { ...account, email: undefined })).toBe(false);
    expect(await isWeakPassword(password, { ...account, email: 'someone@else.example' })).toBe(false);
  });

  it('is not compared with an email address if the address is unknown', async () => {
    expect(await isWeakPassword('smithsmith', { ...account, email: undefined })).toBe(false);
  });
});
