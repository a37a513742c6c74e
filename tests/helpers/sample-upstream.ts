import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export const SAMPLE_FOLDER = fileURLToPath(new URL('../../docs/use/sample-upstream/', import.meta.url));

export interface SampleUpstream {
  readonly origin: string;
  stop(): Promise<void>;
}

/**
 * Starts the sample upstream of the docs on a free port.
 * @param database path of a database; by default the sample serves its own novels
 */
export async function startSampleUpstream(database?: string): Promise<SampleUpstream> {
  const args = [`${SAMPLE_FOLDER}server.mjs`, ...(database === undefined ? [] : [database])];
  const child = spawn(process.execPath, args, {
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const origin = await new Promise<string>((resolve, reject) => {
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const address = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0];
      if (address) resolve(address);
    });
    child.once('exit', (code) => reject(new Error(`The sample upstream ended with exit code ${code}.`)));
  });
  return {
    origin,
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}
