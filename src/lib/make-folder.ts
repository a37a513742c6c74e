import { mkdirSync } from 'node:fs';
import { ConfigError, messageOf } from './errors.ts';

/** Makes a folder of the state with all above it. @throws ConfigError where it cannot be one */
export function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true });
  } catch (cause) {
    const problem = `The folder ${path} cannot be made: ${messageOf(cause)}.`;
    throw new ConfigError(`${problem} Give LECTERN_STATE a folder that can be written.`, { cause });
  }
}
