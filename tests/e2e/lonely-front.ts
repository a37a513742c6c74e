import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const ROOT = join(import.meta.dirname, '../..');

/** A second front over the pages under test, whose upstream cannot be reached. */
export async function frontWithoutUpstream(): Promise<{ origin: string; close(): Promise<void> }> {
  const env = { ...process.env, LECTERN_STATE: process.env['LECTERN_E2E_STATE'], NODE_ENV: 'production' };
  const args = [join(ROOT, 'scripts/site.ts'), '--port', '0', '--upstream', 'http://127.0.0.1:1'];
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'ignore'] });
  const close = async () => {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  };
  for await (const line of createInterface(child.stdout)) {
    const port = /:(\d+)/.exec(line)?.[1];
    if (port) return { origin: `http://localhost:${port}`, close };
  }
  throw new Error('The front ended before it printed its address.');
}
