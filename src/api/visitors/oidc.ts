import * as openid from 'openid-client';
import * as v from 'valibot';
import { LecternError, messageOf } from '#src/lib/errors.ts';
import { placeOfUnstorableText, storableText } from '#src/lib/storable-text.ts';

export interface OidcConfig {
  readonly issuer: string;
  readonly clientId: string;
  /** Undefined for a public client. */
  readonly clientSecret: string | undefined;
  /** Name of the provider, as visitors know it. */
  readonly name: string;
}

/** The visitor as the provider knows them. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | undefined;
  /** Whether the provider has verified that the email belongs to the visitor. */
  readonly verified: boolean;
  readonly name: string;
}

/** A sign-in, from the redirect to the provider until the callback. */
export interface SignInAttempt {
  /** URL to which the provider redirects the visitor. It is registered with the provider. */
  readonly redirectUri: string;
  readonly nonce: string;
  /** PKCE code verifier (RFC 7636). The redirect to the provider contains only its hash. */
  readonly verifier: string;
}

/** An OpenID provider, by the authorization code flow with PKCE. Its methods throw OidcError. */
export interface OidcProvider {
  readonly name: string;
  /** Returns the URL of the provider to redirect the visitor to. */
  authorizationUrl(attempt: SignInAttempt & { readonly state: string }): Promise<string>;
  /** Exchanges the code of the callback for the visitor's identity. The caller has checked the state. */
  identityFrom(
    callback: SignInAttempt & { readonly code: string; readonly iss: string | undefined },
  ): Promise<Identity>;
}

/** UNREACHABLE: the provider did not respond, or failed. REFUSED: its response cannot be trusted. */
export class OidcError extends LecternError {
  declare readonly code: 'UNREACHABLE' | 'REFUSED';

  constructor(code: 'UNREACHABLE' | 'REFUSED', message: string, options: { cause?: unknown } = {}) {
    super(code, message, options);
  }
}

/** Algorithms with which an ID token may be signed. `none` and algorithms with shared secrets are not allowed. */
const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA'];
const CLOCK_TOLERANCE_SECONDS = 60;
const TIMEOUT_SECONDS = 8;
const MAX_RESPONSE_BYTES = 256 * 1024;
const METADATA_LIFETIME_MS = 3_600_000;
const LOOPBACK = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?(\/|$)/;

/** Whether a URL uses TLS or is on this machine. */
const isSafeAddress = (address: string): boolean => address.startsWith('https://') || LOOPBACK.test(address);

/** What the library does not check: the length of `sub`, `azp` with a single audience, and `iat` in the future. */
const Claims = v.object({
  sub: v.pipe(
    v.string(),
    v.minLength(1, 'the ID token has no subject'),
    v.maxLength(255, 'the subject is too long'),
    // If characters were replaced, the subject could match that of another person.
    v.check((sub) => placeOfUnstorableText(sub) === undefined, 'the subject cannot be stored'),
  ),
  azp: v.optional(v.string()),
  iat: v.number(),
});
const Profile = v.object({
  email: v.optional(v.string()),
  email_verified: v.optional(v.union([v.boolean(), v.string()])),
  name: v.optional(v.string()),
});
type Profile = v.InferOutput<typeof Profile>;

export function createOidcProvider(config: OidcConfig): OidcProvider {
  const configuration = createDiscovery(config);
  return {
    name: config.name,
    authorizationUrl: ({ redirectUri, state, nonce, verifier }) =>
      translateErrors(async () => {
        const url = openid.buildAuthorizationUrl(await configuration(), {
          redirect_uri: redirectUri,
          scope: 'openid email profile',
          state,
          nonce,
          code_challenge: await openid.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        });
        if (!isSafeAddress(url.href)) throw refused(`${url.origin} is not an https address`);
        return url.href;
      }),
    identityFrom: (callback) =>
      translateErrors(async () => {
        const client = await configuration();
        const tokens = await openid.authorizationCodeGrant(client, callbackUrl(callback), {
          pkceCodeVerifier: callback.verifier,
          expectedNonce: callback.nonce,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        const { sub } = checkClaims(claims, config.clientId);
        const profile = { ...parse(Profile, claims), ...(await userInfo(client, tokens)) };
        return toIdentity(config.issuer, sub, profile);
      }),
  };
}

/**
 * Returns a function that returns the metadata of the provider (OpenID Connect Discovery 1.0). The metadata is cached
 * for an hour; failures are not cached.
 */
function createDiscovery(config: OidcConfig): () => Promise<openid.Configuration> {
  let cached: { readonly at: number; readonly configuration: Promise<openid.Configuration> } | undefined;
  return () => {
    if (cached && Date.now() - cached.at < METADATA_LIFETIME_MS) return cached.configuration;
    const configuration = discover(config);
    cached = { at: Date.now(), configuration };
    configuration.catch(() => {
      if (cached?.configuration === configuration) cached = undefined;
    });
    return configuration;
  };
}

async function discover({ issuer, clientId, clientSecret }: OidcConfig): Promise<openid.Configuration> {
  const isLoopback = LOOPBACK.test(issuer);
  const metadata = await discoverMetadata(issuer, clientId, isLoopback);
  if (metadata.issuer !== issuer) throw refused(`the provider calls itself ${metadata.issuer}, not ${issuer}`);
  const configuration = new openid.Configuration(
    { ...metadata, id_token_signing_alg_values_supported: ALGORITHMS },
    clientId,
    { [openid.clockTolerance]: CLOCK_TOLERANCE_SECONDS },
    clientAuthentication(metadata, clientSecret),
  );
  configuration.timeout = TIMEOUT_SECONDS;
  configuration[openid.customFetch] = boundedFetch;
  if (isLoopback) openid.allowInsecureRequests(configuration);
  // In the code flow, a client may rely on TLS instead of the signature. We check the signature as well.
  openid.enableNonRepudiationChecks(configuration);
  return configuration;
}

async function discoverMetadata(issuer: string, clientId: string, isLoopback: boolean): Promise<openid.ServerMetadata> {
  const discovered = await openid.discovery(new URL(issuer), clientId, undefined, openid.None(), {
    timeout: TIMEOUT_SECONDS,
    [openid.customFetch]: boundedFetch,
    execute: isLoopback ? [openid.allowInsecureRequests] : [],
  });
  return discovered.serverMetadata();
}

/** Returns how the client authenticates. The default, if the metadata lists no methods, is `client_secret_basic`. */
function clientAuthentication(metadata: openid.ServerMetadata, secret: string | undefined): openid.ClientAuth {
  if (secret === undefined) return openid.None();
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  return methods.includes('client_secret_basic') ? openid.ClientSecretBasic(secret) : openid.ClientSecretPost(secret);
}

/** Returns the URL that the visitor returned to, without the state, which has already been checked. */
function callbackUrl({ redirectUri, code, iss }: { redirectUri: string; code: string; iss: string | undefined }): URL {
  const url = new URL(redirectUri);
  url.searchParams.set('code', code);
  if (iss !== undefined) url.searchParams.set('iss', iss);
  return url;
}

function checkClaims(input: unknown, clientId: string): v.InferOutput<typeof Claims> {
  const claims = parse(Claims, input);
  if (claims.azp !== undefined && claims.azp !== clientId) throw refused('the ID token was issued to another client');
  if (claims.iat > Date.now() / 1000 + CLOCK_TOLERANCE_SECONDS) throw refused('the ID token is issued in the future');
  return claims;
}

/** Fetches email and name from the provider if the ID token lacks them. */
async function userInfo(
  client: openid.Configuration,
  tokens: openid.TokenEndpointResponse & openid.TokenEndpointResponseHelpers,
): Promise<Profile> {
  const claims = tokens.claims();
  if (!claims || claims['email'] !== undefined || !client.serverMetadata().userinfo_endpoint) return {};
  return parse(Profile, await openid.fetchUserInfo(client, tokens.access_token, claims.sub));
}

const toIdentity = (issuer: string, subject: string, { email, email_verified, name = '' }: Profile): Identity => ({
  issuer,
  subject,
  email: email?.trim().toLowerCase(),
  name: storableText(name.trim().slice(0, 80)),
  verified: email_verified === true || email_verified === 'true',
});

/** Fetches only safe URLs, and reads a limited number of bytes until `init.signal` aborts. */
async function boundedFetch(address: string, init: openid.CustomFetchOptions): Promise<Response> {
  if (!isSafeAddress(address)) throw refused(`${address} is not an https address`);
  try {
    const response = await fetch(address, init as RequestInit);
    const { status, headers } = response;
    if (status >= 500) throw new OidcError('UNREACHABLE', `${address} answered ${status}`);
    return new Response(await readBounded(response), { status, headers });
  } catch (error) {
    if (error instanceof OidcError) throw error;
    throw new OidcError('UNREACHABLE', `${address}: ${messageOf(error)}`, { cause: error });
  }
}

async function readBounded(response: Response): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_RESPONSE_BYTES) throw refused(`${response.url} answered more than ${MAX_RESPONSE_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function parse<S extends v.GenericSchema>(schema: S, input: unknown): v.InferOutput<S> {
  const result = v.safeParse(schema, input);
  if (!result.success) throw refused(result.issues[0].message);
  return result.output;
}

const refused = (message: string): OidcError => new OidcError('REFUSED', message);

async function translateErrors<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    throw toOidcError(error);
  }
}

/**
 * Converts an error. The library wraps unknown errors, such as those of our `fetch`, and sets the original as the
 * cause.
 */
function toOidcError(error: unknown): OidcError {
  if (error instanceof OidcError) return error;
  const { cause } = error as Error;
  if (cause instanceof OidcError) return cause;
  return new OidcError('REFUSED', [messageOf(error), ...reasonsOf(error, cause)].join(': ').slice(0, 300), {
    cause: error,
  });
}

function reasonsOf(error: unknown, cause: unknown): string[] {
  if (error instanceof openid.ResponseBodyError) return [error.error, error.error_description ?? 'no description'];
  return cause instanceof Error ? [cause.message] : [];
}
