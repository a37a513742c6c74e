import * as v from 'valibot';
import { refused } from './fault.ts';
import { fetchJson } from './fetch-json.ts';

const LOOPBACK = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?(\/|$)/;

/** Encrypted, or on this machine. */
export const isSafeAddress = (address: string): boolean => address.startsWith('https://') || LOOPBACK.test(address);

const Address = v.pipe(v.string(), v.url(), v.check(isSafeAddress, 'must be an https address'));

/** What of OpenID Connect Discovery 1.0 is used here. */
const Metadata = v.object({
  issuer: v.string(),
  authorization_endpoint: Address,
  token_endpoint: Address,
  jwks_uri: Address,
  userinfo_endpoint: v.optional(Address),
  token_endpoint_auth_methods_supported: v.optional(v.array(v.string()), ['client_secret_basic']),
  authorization_response_iss_parameter_supported: v.optional(v.boolean(), false),
});
export type Metadata = v.InferOutput<typeof Metadata>;

const LIFETIME_MS = 3_600_000;

/** What the provider says of itself, asked anew every hour. @throws OidcFault */
export function createMetadata(issuer: string, now: () => Date): () => Promise<Metadata> {
  let known: { readonly at: number; readonly metadata: Promise<Metadata> } | undefined;
  return async () => {
    const time = now().getTime();
    if (known && time - known.at < LIFETIME_MS) return known.metadata;
    const metadata = read(issuer);
    known = { at: time, metadata };
    // A failure is not kept.
    metadata.catch(() => {
      if (known?.metadata === metadata) known = undefined;
    });
    return metadata;
  };
}

async function read(issuer: string): Promise<Metadata> {
  const metadata = await fetchJson(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, Metadata);
  if (metadata.issuer !== issuer) throw refused(`the provider calls itself ${metadata.issuer}, not ${issuer}`);
  return metadata;
}
