import type { ServerResponse } from 'node:http';
import { type ScriptedServer, type SeenRequest, send, startScriptedServer } from './scripted-server.ts';

/** A proxy in front of a real upstream. It forwards and records all requests. */
export interface RecordingUpstream extends ScriptedServer {
  /** Responds with 503 to the next request for the named call, instead of forwarding it. */
  failOnce(name: string): void;
}

export async function startRecordingUpstream(upstream: string): Promise<RecordingUpstream> {
  const failing = new Set<string>();
  const server = await startScriptedServer((response, request) => {
    if (failing.delete(nameOf(request))) send(response, 503, '');
    else void passOn(upstream, request, response);
  });
  return { ...server, failOnce: (name) => void failing.add(name) };
}

/** Name of the requested call. */
export const nameOf = ({ path }: SeenRequest) => path.split('/').at(-1) ?? '';

const CONNECTION_HEADERS = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'keep-alive',
  'content-encoding',
]);

async function passOn(upstream: string, request: SeenRequest, response: ServerResponse): Promise<void> {
  const query = new URLSearchParams(request.query).toString();
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    typeof value === 'string' && !CONNECTION_HEADERS.has(name) ? [[name, value] as [string, string]] : [],
  );
  const answer = await fetch(`${upstream}${request.path}${query && `?${query}`}`, {
    method: request.method,
    headers,
    ...(request.body === '' ? {} : { body: request.body }),
  });
  const responseHeaders = [...answer.headers].filter(([name]) => !CONNECTION_HEADERS.has(name));
  response.writeHead(answer.status, Object.fromEntries(responseHeaders)).end(Buffer.from(await answer.arrayBuffer()));
}
