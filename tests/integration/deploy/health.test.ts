import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type ScriptedServer, send, startScriptedServer } from '../../helpers/scripted-server.ts';

const PROGRAM = join(import.meta.dirname, '../../../deploy/health.mjs');

let server: ScriptedServer;
afterEach(() => server.close());

async function check(path: string, seconds: number): Promise<{ code: number; message: string }> {
  const child = spawn(process.execPath, [PROGRAM, server.origin + path, String(seconds)]);
  let message = '';
  child.stderr.on('data', (chunk) => {
    message += chunk;
  });
  const [code] = await once(child, 'close');
  return { code, message };
}

describe('the health check command of systemd units and containers', () => {
  it('waits until the server responds', { timeout: 120_000 }, async () => {
    server = await startScriptedServer((response, _request, count) => send(response, count < 3 ? 503 : 200, {}));
    expect(await check('/healthz', 60)).toEqual({ code: 0, message: '' });
    expect(server.seen.length).toBeGreaterThanOrEqual(3);
  });

  it('fails after its timeout and prints the reason', { timeout: 120_000 }, async () => {
    server = await startScriptedServer((response) => send(response, 503, {}));
    expect(await check('/healthz', 0)).toEqual({ code: 1, message: `${server.origin}/healthz answers 503\n` });
  });
});
