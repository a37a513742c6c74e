import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { wholeChromium } from './launch-options.ts';

type Message = Record<string, unknown>;

/** One DevTools connection to the browser and all its pages, which `sessionId` distinguishes. */
interface Connection {
  send<T = Message>(method: string, params?: Message, sessionId?: string): Promise<T>;
  on(listener: (method: string, params: Message, sessionId: string | undefined) => void): void;
}

export interface UnattendedBrowser extends Connection {
  close(): Promise<void>;
}

/**
 * Controls Chromium through the DevTools protocol only: Playwright disables prerendering in every page
 * (`Page.setPrerenderingAllowed`), and a single session is enough to disable it.
 */
export async function startUnattendedBrowser(): Promise<UnattendedBrowser> {
  const { executablePath = '', args = [] } = wholeChromium();
  const profile = mkdtempSync(join(tmpdir(), 'lectern-browser-'));
  const switches = [
    '--headless=new',
    '--remote-debugging-port=0',
    `--user-data-dir=${profile}`,
    '--window-size=1280,800',
  ];
  const child = spawn(executablePath, [...args, ...switches, '--no-first-run', 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const socket = new WebSocket(await addressIn(child.stderr));
  await once(socket, 'open');
  return {
    ...connectionOf(socket),
    async close() {
      socket.close();
      child.kill();
      if (child.exitCode === null) await once(child, 'exit');
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function addressIn(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface(output)) {
    const address = /^DevTools listening on (ws:\S+)$/.exec(line)?.[1];
    if (address === undefined) continue;
    output.resume();
    return address;
  }
  throw new Error('Chromium ended before it told its address.');
}

function connectionOf(socket: WebSocket): Connection {
  const waiting = new Map<number, PromiseWithResolvers<Message>>();
  const listeners: Parameters<Connection['on']>[0][] = [];
  let last = 0;
  socket.addEventListener('message', ({ data }) => {
    const { id, method, params, result, error, sessionId } = JSON.parse(String(data));
    if (id === undefined) for (const listener of listeners) listener(method, params, sessionId);
    else if (error) waiting.get(id)?.reject(new Error(JSON.stringify(error)));
    else waiting.get(id)?.resolve(result);
  });
  return {
    send<T>(method: string, params: Message = {}, sessionId?: string) {
      last += 1;
      const answer = Promise.withResolvers<Message>();
      waiting.set(last, answer);
      socket.send(JSON.stringify({ id: last, method, params, ...(sessionId && { sessionId }) }));
      return answer.promise as Promise<T>;
    },
    on: (listener) => void listeners.push(listener),
  };
}
