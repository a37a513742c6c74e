import type { LocaleCode } from '#src/contract/locales.ts';

/** The data about a brand that the configuration needs. */
export interface ProxiedBrand {
  readonly id: string;
  readonly hosts: readonly string[];
  readonly apiPrefix: string;
  readonly locales: readonly LocaleCode[];
  /**
   * True if no release has novel pages and chapters, so that all of them are rendered on request. Undefined if this is
   * unknown.
   */
  readonly booksOnRequest?: boolean;
  /** A value that changes when a book is taken down, so that pages cached earlier are no longer sent. */
  readonly takenDownSince?: string;
  /** Value of Strict-Transport-Security; undefined if the brand sends none. */
  readonly hsts?: string | undefined;
  /** Site bundle and content security policy of the live release; undefined if no release is live. */
  readonly live: { readonly bundle: string; readonly csp: string } | undefined;
}

export interface ProxyOptions {
  /** The state folder. The web server must be allowed to read it. */
  readonly state: string;
  /** Address and port of each of our servers, such as `127.0.0.1:4321`. A failing server is excluded for a second. */
  readonly sites: readonly string[];
  /** Port without TLS; for nginx optionally with an address. By default, nginx uses port 80, and Caddy uses TLS. */
  readonly listen: string | undefined;
  /** Port with TLS for nginx, optionally with an address; default: 443. */
  readonly listenTls?: string | undefined;
  /**
   * Folder of the certificates: `<folder>/<first host of the brand>/fullchain.pem` and `privkey.pem`. If this is set,
   * nginx uses TLS, and the port in `listen` only redirects to it. If not, Caddy obtains its certificates itself.
   */
  readonly certificates: string | undefined;
  /** Folder from which nginx serves `/.well-known/acme-challenge/` without TLS. Caddy does not need it. */
  readonly acme?: string | undefined;
  /** Enables HTTP/3 in nginx, which requires version 1.25 or newer. Caddy always enables it. */
  readonly http3?: boolean | undefined;
  /** Folder for the access logs; undefined disables them. */
  readonly logs?: string | undefined;
  /** Maximum number of requests per second and visitor that nginx passes to our server. Caddy has no such limit. */
  readonly limit?: number | undefined;
  /** Folder in which nginx caches pages rendered on request. Caddy does not cache. */
  readonly cache: string;
}

/** Generates the complete configuration of a web server. */
export type ConfigGenerator = (brands: readonly ProxiedBrand[], options: ProxyOptions) => string;
