import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { refused } from './fault.ts';
import { fetchJson } from './fetch-json.ts';
import { type Claims, readIdToken } from './id-token.ts';
import { createKeys } from './keys.ts';
import { createMetadata, type Metadata } from './metadata.ts';

export interface OidcConfig {
  readonly issuer: string;
  readonly clientId: string;
  /** Undefined for a public client. */
  readonly clientSecret: string | undefined;
  /** The name visitors know the provider by. */
  readonly name: string;
}

/** Who signed in at the provider. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | undefined;
  /** The provider made sure that the address is theirs. */
  readonly verified: boolean;
  readonly name: string;
}

/** One visitor's way there and back. */
export interface Visit {
  /** Where the provider sends them back to; registered there. */
  readonly redirect: string;
  readonly nonce: string;
  /** Secret of this visit, of which the provider is first shown the hash (RFC 7636). */
  readonly verifier: string;
}

/** An OpenID provider, by the authorization code flow with PKCE. Its methods throw OidcFault. */
export interface OidcProvider {
  readonly name: string;
  /** Where to send the visitor. */
  wayIn(visit: Visit & { readonly state: string }): Promise<string>;
  /** Who came back with the code. */
  identityOf(visit: Visit & { readonly code: string; readonly iss: string | undefined }): Promise<Identity>;
}

const Tokens = v.object({ id_token: v.string(), access_token: v.string() });
const UserInfo = v.object({
  sub: v.string(),
  email: v.optional(v.string()),
  email_verified: v.optional(v.union([v.boolean(), v.string()])),
  name: v.optional(v.string()),
});

export function createOidcProvider(config: OidcConfig, now: () => Date): OidcProvider {
  const { issuer, clientId } = config;
  const metadata = createMetadata(issuer, now);
  const keys = createKeys(async () => (await metadata()).jwks_uri, now);
  return {
    name: config.name,
    async wayIn({ redirect, state, nonce, verifier }) {
      const address = new URL((await metadata()).authorization_endpoint);
      const challenge = createHash('sha256').update(verifier).digest('base64url');
      const query = {
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirect,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: challenge,
        code_challenge_method: 'S256',
      };
      for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
      return address.href;
    },
    async identityOf({ code, redirect, verifier, nonce, iss }) {
      const known = await metadata();
      const mustTell = known.authorization_response_iss_parameter_supported;
      if (iss === undefined ? mustTell : iss !== issuer) throw refused('another provider sent the visitor back');
      const tokens = await fetchJson(
        known.token_endpoint,
        Tokens,
        redemption(config, known, { code, redirect, verifier }),
      );
      const claims = await readIdToken(tokens.id_token, keys, { issuer, clientId, nonce, now: now() });
      return toIdentity(issuer, { ...claims, ...(await more(known, claims, tokens.access_token)) });
    },
  };
}

function redemption(
  { clientId, clientSecret }: OidcConfig,
  { token_endpoint_auth_methods_supported: methods }: Metadata,
  { code, redirect, verifier }: { code: string; redirect: string; verifier: string },
): RequestInit {
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirect,
    code_verifier: verifier,
  });
  const headers: Record<string, string> = { 'content-type': 'application/x-www-form-urlencoded' };
  const pair = [clientId, clientSecret ?? ''].map(encodeURIComponent).join(':');
  if (clientSecret !== undefined && methods.includes('client_secret_basic'))
    headers['authorization'] = `Basic ${Buffer.from(pair).toString('base64')}`;
  else body.set('client_id', clientId);
  if (clientSecret !== undefined && !methods.includes('client_secret_basic')) body.set('client_secret', clientSecret);
  return { method: 'POST', headers, body: body.toString() };
}

/** Address and name, where the ID token itself leaves them out. */
async function more(
  { userinfo_endpoint: address }: Metadata,
  { sub, email }: Claims,
  token: string,
): Promise<Partial<v.InferOutput<typeof UserInfo>>> {
  if (email !== undefined || address === undefined) return {};
  const info = await fetchJson(address, UserInfo, { headers: { authorization: `Bearer ${token}` } });
  if (info.sub !== sub) throw refused('the provider told of somebody else');
  return info;
}

const toIdentity = (issuer: string, { sub, email, email_verified, name = '' }: Omit<Claims, 'iss'>): Identity => ({
  issuer,
  subject: sub,
  email: email?.trim().toLowerCase(),
  name: name.trim().slice(0, 80),
  verified: email_verified === true || email_verified === 'true',
});
