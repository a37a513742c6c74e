import { userInfo } from 'node:os';

/**
 * Name of the account that runs this process or, with sudo, of the account that ran sudo; the user id if the account
 * has no name.
 */
export function systemUser(environment: NodeJS.ProcessEnv = process.env): string {
  const { SUDO_USER: caller } = environment;
  if (caller) return caller;
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
