import type { LocaleCode } from '#src/contract/locales.ts';

/** What the configuration says of a brand. */
export interface ProxiedBrand {
  readonly id: string;
  readonly hosts: readonly string[];
  readonly apiPrefix: string;
  readonly locales: readonly LocaleCode[];
  /** No release has novel pages and chapters: all are rendered on request. Unknown where not given. */
  readonly booksOnRequest?: boolean;
  /** Changes when a book was taken down: pages that were kept before are not sent any more. */
  readonly takenDownSince?: string;
  /** Value of Strict-Transport-Security; undefined where the brand sends none. */
  readonly hsts?: string | undefined;
  /** Site bundle and content security policy of the live release; undefined where there is none. */
  readonly live: { readonly bundle: string; readonly csp: string } | undefined;
}

export interface ProxyOptions {
  /** Folder of all state. The web server has to be allowed to read it. */
  readonly state: string;
  /** Address and port of each of our servers, such as `127.0.0.1:4321`; one that fails is left out for a second. */
  readonly sites: readonly string[];
  /** Port without TLS; for nginx also an address with it. By default nginx takes 80, and Caddy answers by TLS. */
  readonly listen: string | undefined;
  /** Port with TLS of nginx, or an address with it; 443 where nothing is given. */
  readonly listenTls?: string | undefined;
  /**
   * Folder of the certificates: `<folder>/<first host of the brand>/fullchain.pem` and `privkey.pem`. With it nginx
   * answers by TLS, and `listen` only leads there. Caddy gets its certificates itself where there is none.
   */
  readonly certificates: string | undefined;
  /** Folder below which nginx answers `/.well-known/acme-challenge/` without TLS. Caddy needs none. */
  readonly acme?: string | undefined;
  /** nginx also answers by HTTP/3, which needs version 1.25 or newer. Caddy always does. */
  readonly http3?: boolean | undefined;
  /** Folder of the access logs; undefined for none. */
  readonly logs?: string | undefined;
  /** How many pages our server may render for one visitor in a second, and how many calls it may pass on; nginx alone. */
  readonly limit?: number | undefined;
  /** Folder in which nginx keeps pages that were rendered on request. Caddy keeps none. */
  readonly cache: string;
}

/** Makes the whole text of a configuration. */
export type ConfigGenerator = (brands: readonly ProxiedBrand[], options: ProxyOptions) => string;
