import { setTimeout as wait } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { LecternError, messageOf } from '#src/lib/errors.ts';

export type SiteHeaders = Readonly<Record<string, string | string[] | undefined>>;

export interface SiteAnswer {
  readonly status: number;
  readonly headers: SiteHeaders;
  readonly text: string;
}

/** Requests pages of the running site for one of its hosts, like a crawler. */
export interface SiteClient {
  /** @param path including the query */
  get(path: string): Promise<SiteAnswer>;
  /** Like `get`, but without the body. */
  head(path: string): Promise<SiteAnswer>;
  /** Returns a client for the same site on another of its hosts. */
  at(host: string): SiteClient;
  close(): Promise<void>;
}

export const CONNECTIONS = 6;
const TIMEOUT_MS = 60_000;
/** Attempts per page, because a page rendered on request may time out and a crawler would retry. */
const TRIES = 4;
const LONGEST_WAIT_SECONDS = 5;

/** @param url URL of the running site */
export function createSiteClient(url: string, host: string): SiteClient {
  const agent = new Agent({ connections: CONNECTIONS, headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS });
  return clientOf(agent, url, host);
}

function clientOf(agent: Agent, url: string, host: string): SiteClient {
  const once = async (method: 'GET' | 'HEAD', path: string): Promise<SiteAnswer> => {
    const headers = { host, 'user-agent': 'lectern-audit', 'accept-encoding': 'identity' };
    const response = await request(new URL(path, url), { method, dispatcher: agent, headers });
    return { status: response.statusCode, headers: response.headers, text: await response.body.text() };
  };
  const patient = async (method: 'GET' | 'HEAD', path: string): Promise<SiteAnswer> => {
    for (let tries = 1; ; tries += 1) {
      const answer = await once(method, path);
      const seconds = Number(answer.headers['retry-after']);
      if ((answer.status !== 503 && answer.status !== 429) || tries === TRIES || !(seconds >= 0)) return answer;
      await wait(Math.min(seconds, LONGEST_WAIT_SECONDS) * 1000);
    }
  };
  return {
    get: (path) => patient('GET', path),
    head: (path) => patient('HEAD', path),
    at: (other) => clientOf(agent, url, other),
    close: () => agent.close(),
  };
}

/** @throws LecternError if the site does not respond */
export async function assertAnswers(client: SiteClient, url: string, brand: string): Promise<void> {
  try {
    await client.get('/robots.txt');
  } catch (error) {
    throw new LecternError(
      'NO_SITE',
      `There is no response from ${url}: ${messageOf(error)}. Start the site (npm start -- --brand ${brand}), or give its address: --url URL.`,
      { exitCode: 3, cause: error },
    );
  }
}
