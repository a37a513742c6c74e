import { userInfo } from 'node:os';

/** Who runs this process: the account, behind sudo the one that called it. One without a name is told by its number. */
export function systemUser(environment: NodeJS.ProcessEnv = process.env): string {
  const { SUDO_USER: caller } = environment;
  if (caller) return caller;
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
