import { createHash } from 'node:crypto';
import {
  Agent,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { buffer, text } from 'node:stream/consumers';

/** Path to which browsers report violations of the content security policy (src/serve). */
const REPORT_PATH = '/_report';
const HTML = /^text\/html\b/;
const CSS = /^text\/css\b/;

interface InjectedScripts {
  readonly page?: string;
  readonly worker?: string;
  /** Function that transforms style sheets. */
  readonly style?: (css: string) => string;
}

/** A proxy between a browser and the site. It can cut the connection, add scripts to pages, and record errors. */
export interface Gate {
  readonly port: number;
  /** Breaks existing and new connections until `restore` is called. */
  cut(): void;
  restore(): void;
  /** Returns responses with status 400 or above, and Content Security Policy reports, since the last call. */
  takeFaults(): string[];
  /** Whether all requests have been answered. */
  isIdle(): boolean;
  close(): Promise<void>;
}

/**
 * @param scripts scripts that run first on each page and in the service worker, and a function that transforms style
 * sheets
 */
export async function openGate(sitePort: number, scripts: InjectedScripts = {}): Promise<Gate> {
  let isCut = false;
  let faults: string[] = [];
  let openRequests = 0;
  const sockets = new Set<Socket>();
  const agent = new Agent({ keepAlive: true });
  const server = createServer(async (incoming, outgoing) => {
    openRequests += 1;
    outgoing.once('close', () => {
      openRequests -= 1;
    });
    try {
      const fault = await pass(incoming, outgoing, { agent, sitePort, scripts });
      if (fault !== undefined) faults.push(fault);
    } catch {
      outgoing.destroy();
    }
  });
  server.on('connection', (socket) => {
    if (isCut) {
      socket.resetAndDestroy();
      return;
    }
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      isCut = true;
      for (const socket of sockets) socket.resetAndDestroy();
    },
    restore() {
      isCut = false;
    },
    takeFaults() {
      const taken = faults;
      faults = [];
      return taken;
    },
    isIdle: () => openRequests === 0,
    async close() {
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Passage {
  readonly agent: Agent;
  readonly sitePort: number;
  readonly scripts: InjectedScripts;
}

/**
 * Forwards a request to the site.
 * @returns the problem with the response, if any
 */
async function pass(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { agent, sitePort, scripts }: Passage,
): Promise<string | undefined> {
  const { method = 'GET', url = '/', headers } = incoming;
  if (url === REPORT_PATH) {
    outgoing.writeHead(204).end();
    return `CSP report: ${await text(incoming)}`;
  }
  const isWorker = headers['service-worker'] === 'script';
  const changes = isWorker ? scripts.worker : scripts.page;
  const sent = request({
    host: '127.0.0.1',
    port: sitePort,
    agent,
    method,
    path: url,
    headers: changes === undefined ? headers : { ...withoutConditions(headers), 'accept-encoding': 'identity' },
  });
  incoming.pipe(sent);
  const answer = await new Promise<IncomingMessage>((resolve, reject) =>
    sent.on('response', resolve).on('error', reject),
  );
  const status = answer.statusCode ?? 502;
  const type = answer.headers['content-type'] ?? '';
  if (scripts.style && status !== 304 && CSS.test(type)) {
    const body = scripts.style((await buffer(answer)).toString());
    outgoing.writeHead(status, { ...answer.headers, 'content-length': Buffer.byteLength(body) }).end(body);
    return status >= 400 ? `${status} ${method} ${url}` : undefined;
  }
  const isChanged = changes !== undefined && status !== 304 && (isWorker || HTML.test(type));
  if (isChanged) {
    const source = (await buffer(answer)).toString();
    const body = isWorker ? `${changes}\n${source}` : withScript(source, changes);
    const changed = isWorker ? answer.headers : allowing(answer.headers, changes);
    outgoing.writeHead(status, { ...changed, 'content-length': Buffer.byteLength(body) }).end(body);
  } else {
    outgoing.writeHead(status, answer.headers);
    answer.pipe(outgoing);
    answer.on('error', () => outgoing.destroy());
  }
  return status >= 400 ? `${status} ${method} ${url}` : undefined;
}

/**
 * Removes conditional headers from a request. Otherwise the policy of a 304 response would replace the policy of the
 * changed page in the browser's cache.
 */
function withoutConditions(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const { 'if-none-match': _tag, 'if-modified-since': _time, ...rest } = headers;
  return rest;
}

const withScript = (html: string, script: string) => html.replace('<head>', () => `<head><script>${script}</script>`);

/** Returns the page's headers with a policy that allows an inline script. */
function allowing(headers: IncomingHttpHeaders, script: string): IncomingHttpHeaders {
  const hash = createHash('sha256').update(script).digest('base64');
  const policy = String(headers['content-security-policy'] ?? '');
  return { ...headers, 'content-security-policy': policy.replace('script-src ', `script-src 'sha256-${hash}' `) };
}
