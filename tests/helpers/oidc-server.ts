import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

/** A certified implementation of an OpenID provider, running on this machine. */
export interface OidcServer {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Follows the site's redirect and signs in. @returns the URL to which the provider redirects back */
  visit(address: string, login: string): Promise<URL>;
  close(): Promise<void>;
}

const CLIENT = { clientId: 'lectern', clientSecret: 'a secret of the tests & more' };

/**
 * Starts a provider with an account for every name. An account's email address is verified unless the name ends with
 * `!`. The account `nobody` has no email address.
 */
export async function startOidcServer(redirects: readonly string[]): Promise<OidcServer> {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  const provider = new Provider(issuer, {
    clients: [{ client_id: CLIENT.clientId, client_secret: CLIENT.clientSecret, redirect_uris: [...redirects] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    cookies: { keys: ['of the tests'] },
    features: { devInteractions: { enabled: true } },
    pkce: { required: () => true },
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    findAccount: (_context: unknown, id: string) => ({ accountId: id, claims: () => claimsOf(id) }),
  });
  server.on('request', provider.callback());
  return { issuer, ...CLIENT, visit, close: () => stop(server) };
}

function claimsOf(id: string) {
  if (id === 'nobody') return { sub: id };
  const name = id.replace('!', '');
  return { sub: id, name: `The ${name}`, email: `${name}@example.org`, email_verified: !id.endsWith('!') };
}

function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => void server.close(() => resolve()));
}

/** Uses the provider's pages as a browser does, with cookies, forms and redirects. */
async function visit(address: string, login: string): Promise<URL> {
  const { origin } = new URL(address);
  const jar = new Map<string, string>();
  let at = new URL(address);
  let form: URLSearchParams | undefined;
  for (let step = 0; step < 12; step += 1) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const body = form ? { method: 'POST', body: form } : {};
    const response = await fetch(at, { redirect: 'manual', headers: { cookie }, ...body });
    for (const text of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text) ?? [];
      jar.set(name, value);
    }
    form = undefined;
    const to = response.headers.get('location');
    if (to !== null) {
      at = new URL(to, at);
      if (at.origin !== origin) return at;
      continue;
    }
    const page = await response.text();
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
    if (prompt === undefined) throw new Error(`${response.status} ${page.replaceAll(/<[^>]*>/g, ' ').slice(0, 400)}`);
    at = new URL(/action="([^"]+)"/.exec(page)?.[1] ?? '', at);
    form = new URLSearchParams(prompt === 'login' ? { prompt, login, password: 'any' } : { prompt });
  }
  throw new Error('The provider redirects in a loop.');
}
