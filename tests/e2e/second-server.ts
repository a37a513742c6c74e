import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Answerer, type SeenRequest, startScriptedServer } from '../helpers/scripted-server.ts';

const ROOT = join(import.meta.dirname, '../..');

export interface SecondServer {
  readonly origin: string;
  close(): Promise<void>;
}

/**
 * Starts a second server for the pages of the site under test.
 * @param upstream address of its API; unreachable by default
 * @param state folder with its pages
 * @param port 0 for any free port
 * @param environment additional variables
 */
export async function startSecondServer(
  upstream = 'http://127.0.0.1:1',
  state = process.env['LECTERN_E2E_STATE'],
  port = 0,
  environment: NodeJS.ProcessEnv = {},
): Promise<SecondServer> {
  const env = { ...process.env, LECTERN_STATE: state, NODE_ENV: 'production', ...environment };
  const args = [join(ROOT, 'scripts/site.ts'), '--port', String(port), '--upstream', upstream];
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'ignore'] });
  const close = async () => {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  };
  for await (const line of createInterface(child.stdout)) {
    const chosenPort = /:(\d+)/.exec(line)?.[1];
    if (chosenPort) return { origin: `http://localhost:${chosenPort}`, close };
  }
  throw new Error('The server ended before it printed its address.');
}

/** Starts a second server that uses the API under test, except for one call, which `answer` handles. */
export async function startServerWithFailingCall(
  call: string,
  answer: Answerer,
  environment: NodeJS.ProcessEnv = {},
): Promise<SecondServer> {
  const upstream = await startScriptedServer((response, request, count) => {
    if (request.path.endsWith(`/v1/${call}`)) answer(response, request, count);
    else
      void forward(request).then(
        async (reply) => {
          response.writeHead(reply.status, { 'content-type': 'application/json' });
          response.end(await reply.text());
        },
        (error: unknown) => response.destroy(error as Error),
      );
  });
  const server = await startSecondServer(upstream.origin, undefined, undefined, environment);
  const close = async () => {
    await server.close();
    await upstream.close();
  };
  return { origin: server.origin, close };
}

/** Forwards a call to the server under test, which forwards it to the API of the local brand. */
function forward({ method, path, query, headers, body }: SeenRequest): Promise<Response> {
  const address = new URL(path, process.env['LECTERN_E2E_URL']);
  address.search = String(new URLSearchParams(query));
  const { authorization = '', 'device-uuid': device = '' } = headers;
  const sent = { 'content-type': 'application/json', authorization, 'device-uuid': String(device) };
  return fetch(address, { method, headers: sent, ...(method === 'GET' ? {} : { body }) });
}
