import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { getConfig } from '#src/lib/config.ts';
import { withCredentials } from '#src/lib/credentials.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-credentials-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const keysIn = (env: NodeJS.ProcessEnv) => [...getConfig(env).pushKeys];

describe('a secret in a file of the credentials folder', () => {
  it('is read as if it stood in the environment, without the end of its line', () => {
    writeFileSync(join(folder, 'LECTERN_PUSH_KEYS'), 'local=key\n');
    writeFileSync(join(folder, 'LECTERN_MAIL_SMTP'), 'smtp://user:password@mail.example:587\n');
    const config = getConfig({ CREDENTIALS_DIRECTORY: folder });
    expect([...config.pushKeys]).toEqual([['local', 'key']]);
    expect(config.mail).toMatchObject({ smtp: 'smtp://user:password@mail.example:587' });
  });

  it('yields to the environment', () => {
    writeFileSync(join(folder, 'LECTERN_PUSH_KEYS'), 'local=file');
    expect(keysIn({ CREDENTIALS_DIRECTORY: folder, LECTERN_PUSH_KEYS: 'local=environment' })).toEqual([
      ['local', 'environment'],
    ]);
    expect(keysIn({ CREDENTIALS_DIRECTORY: folder, LECTERN_PUSH_KEYS: '' })).toEqual([['local', 'file']]);
  });

  it('is missed where it is not there, and other settings are not looked for', () => {
    writeFileSync(join(folder, 'LECTERN_STATE'), '/elsewhere');
    expect(keysIn({ CREDENTIALS_DIRECTORY: folder })).toEqual([]);
    expect(getConfig({ CREDENTIALS_DIRECTORY: folder }).state).not.toBe('/elsewhere');
    const env = { CREDENTIALS_DIRECTORY: folder, LECTERN_STORE: '' };
    expect(withCredentials(env)).toStrictEqual(env);
  });

  it('ends the command where it cannot be read, with the name of the file', () => {
    mkdirSync(join(folder, 'LECTERN_PUSH_KEYS'));
    expect(() => getConfig({ CREDENTIALS_DIRECTORY: folder })).toThrow(
      `The secret in ${join(folder, 'LECTERN_PUSH_KEYS')} cannot be read: EISDIR`,
    );
    expect(() => getConfig({ CREDENTIALS_DIRECTORY: folder })).toThrow(
      expect.objectContaining({ cause: expect.objectContaining({ code: 'EISDIR' }) }),
    );
  });
});
