import { join } from 'node:path';
import { LecternError } from '#src/lib/errors.ts';
import { serve } from '../../tests/helpers/commands.ts';
import { startNginx } from '../bench/serve/nginx.ts';

const APIS = 2;
/** Number of calls made through the sites: enough for each API to get some of them. */
const CALLS = 8;
const PREFIX = '/public/v1';

/** Several API processes that share one PostgreSQL database, behind nginx with round robin. */
export interface Apis {
  readonly origin: string;
  /** Origins of the processes. */
  readonly origins: readonly string[];
}

/** @param env environment variables with the store's URL and the state folder, which contains the store's images */
export async function startApis(folder: string, started: AsyncDisposableStack, env: NodeJS.ProcessEnv): Promise<Apis> {
  const apis = await Promise.all(
    Array.from({ length: APIS }, async () => {
      const api = await serve('api', [], env);
      started.defer(api.stop);
      return api;
    }),
  );
  const nginx = await startNginx(
    join(folder, 'nginx-apis'),
    (port) => `  upstream apis { ${apis.map(({ port: one }) => `server 127.0.0.1:${one};`).join(' ')} }
  server {
    listen 127.0.0.1:${port};
    location / { proxy_pass http://apis; proxy_set_header Host $host; }
  }`,
  );
  started.defer(nginx.close);
  return { origin: nginx.origin, origins: apis.map(({ origin }) => origin) };
}

/**
 * Signs up a reader at the first API.
 * @returns a function that lists the other APIs and the sites that reject the reader's session
 */
export async function signUp({ origins }: Apis): Promise<(sites: string, host: string) => Promise<string[]>> {
  const answer = await fetch(`${origins[0]}${PREFIX}/auth.register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-app-version': '1' },
    body: JSON.stringify({ email: 'reader@example.org', password: 'a phrase nobody guesses' }),
  });
  if (!answer.ok)
    throw new LecternError('SCALE', `The reader could not register: ${answer.status} ${await answer.text()}`);
  const { data } = (await answer.json()) as { data: { session: { token: string } } };
  const headers = { authorization: `Bearer ${data.session.token}`, 'x-app-version': '1' };
  const profileAt = async (origin: string, more: Record<string, string> = {}) => {
    const { status } = await fetch(`${origin}${PREFIX}/user.profile`, { headers: { ...headers, ...more } });
    return status === 200 ? [] : [`${origin}: ${status}`];
  };
  return async (sites, host) => {
    const direct = origins.map((origin) => profileAt(origin));
    const bySites = Array.from({ length: CALLS }, (_, visitor) =>
      profileAt(sites, { host, 'x-visitor': `${visitor}` }),
    );
    return (await Promise.all([...direct, ...bySites])).flat();
  };
}
