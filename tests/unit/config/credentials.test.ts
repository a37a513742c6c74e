import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { getConfig } from '#src/config/config.ts';
import { withCredentials } from '#src/config/credentials.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-credentials-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const keysIn = (env: NodeJS.ProcessEnv) => [...getConfig(env).pushKeys];

describe('a secret in the credentials folder', () => {
  it('is read like an environment variable, without its line break', () => {
    writeFileSync(join(folder, 'LECTERN_PUSH_KEYS'), 'local=key\n');
    writeFileSync(join(folder, 'LECTERN_MAIL_SMTP'), 'smtp://user:password@mail.example:587\n');
    const config = getConfig({ CREDENTIALS_DIRECTORY: folder });
    expect([...config.pushKeys]).toEqual([['local', 'key']]);
    expect(config.mail).toMatchObject({ smtp: 'smtp://user:password@mail.example:587' });
  });

  it('is overridden by the environment', () => {
    writeFileSync(join(folder, 'LECTERN_PUSH_KEYS'), 'local=file');
    expect(keysIn({ CREDENTIALS_DIRECTORY: folder, LECTERN_PUSH_KEYS: 'local=environment' })).toEqual([
      ['local', 'environment'],
    ]);
    expect(keysIn({ CREDENTIALS_DIRECTORY: folder, LECTERN_PUSH_KEYS: '' })).toEqual([['local', 'file']]);
  });

  it('may be missing, and other settings are never read from the folder', () => {
    writeFileSync(join(folder, 'LECTERN_STATE'), '/elsewhere');
    expect(keysIn({ CREDENTIALS_DIRECTORY: folder })).toEqual([]);
    expect(getConfig({ CREDENTIALS_DIRECTORY: folder }).state).not.toBe('/elsewhere');
    const env = { CREDENTIALS_DIRECTORY: folder, LECTERN_STORE: '' };
    expect(withCredentials(env)).toStrictEqual(env);
  });

  it('ends the command if it cannot be read, and the message names the file', () => {
    mkdirSync(join(folder, 'LECTERN_PUSH_KEYS'));
    expect(() => getConfig({ CREDENTIALS_DIRECTORY: folder })).toThrow(
      `The secret in ${join(folder, 'LECTERN_PUSH_KEYS')} cannot be read: EISDIR`,
    );
    expect(() => getConfig({ CREDENTIALS_DIRECTORY: folder })).toThrow(
      expect.objectContaining({ cause: expect.objectContaining({ code: 'EISDIR' }) }),
    );
  });
});
