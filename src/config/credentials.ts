import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError, isMissing, messageOf } from '#src/lib/errors.ts';

/** Secret settings, which can be in files instead of the environment. */
const SECRET_SETTINGS: readonly string[] = [
  'LECTERN_PUSH_KEYS',
  'LECTERN_OIDC_CLIENT_SECRET',
  'LECTERN_MAIL_SMTP',
  'LECTERN_MEASUREMENT_SECRETS',
  'LECTERN_NIGHT_WEBHOOK',
  'LECTERN_POSTGRES',
  'LECTERN_STORE',
];

/**
 * Returns the environment, completed with secrets from files in `CREDENTIALS_DIRECTORY` that are named like the
 * settings. systemd's `LoadCredential=` and containers put them there. The environment itself takes precedence.
 * @throws ConfigError for a file that cannot be read
 */
export function withCredentials(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const folder = env['CREDENTIALS_DIRECTORY'];
  if (!folder) return env;
  const missing = SECRET_SETTINGS.filter((name) => !env[name]);
  const values = missing.map((name) => [name, contentOf(join(folder, name))] as const);
  return { ...env, ...Object.fromEntries(values.filter(([, value]) => value !== undefined)) };
}

function contentOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (cause) {
    if (isMissing(cause)) return undefined;
    throw new ConfigError(`The secret in ${file} cannot be read: ${messageOf(cause)}`, { cause });
  }
}
