import { setTimeout as wait } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { LecternError, messageOf } from '#src/lib/errors.ts';

export type SiteHeaders = Readonly<Record<string, string | string[] | undefined>>;

export interface SiteAnswer {
  readonly status: number;
  readonly headers: SiteHeaders;
  readonly text: string;
}

/** Asks the running site as a crawler of one of its hosts does. */
export interface SiteClient {
  /** @param path with query */
  get(path: string): Promise<SiteAnswer>;
  /** Without the body. */
  head(path: string): Promise<SiteAnswer>;
  /** The same site by another of its hosts. */
  at(host: string): SiteClient;
  close(): Promise<void>;
}

export const CONNECTIONS = 6;
const TIMEOUT_MS = 60_000;
/** A page on request that took too long is asked again, as a crawler would. */
const TRIES = 4;
const LONGEST_WAIT_SECONDS = 5;

/** @param url where the site listens, whatever its name */
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

/** @throws LecternError where nothing answers */
export async function assertAnswers(client: SiteClient, url: string, brand: string): Promise<void> {
  try {
    await client.get('/robots.txt');
  } catch (error) {
    throw new LecternError(
      'NO_SITE',
      `Nothing answers at ${url}: ${messageOf(error)}. Start the site (npm start -- --brand ${brand}), or say where it is: --url URL.`,
      { exitCode: 3, cause: error },
    );
  }
}
