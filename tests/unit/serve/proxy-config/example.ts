import type { ProxiedBrand, ProxyOptions } from '#src/serve/proxy-config/index.ts';

/** A brand with a live release, in two languages. */
export const PUBLISHED: ProxiedBrand = {
  id: 'freenovel',
  hosts: ['www.freenovel.example', 'freenovel.example'],
  apiPrefix: '/freenovel_api',
  locales: ['en', 'es'],
  hsts: 'max-age=31536000',
  live: {
    bundle: '0123456789abcdef',
    csp: "default-src 'none';script-src 'self' 'sha256-example=';img-src 'self' data:;report-uri /_report",
  },
};

/** A brand without a release yet. */
export const UNPUBLISHED: ProxiedBrand = {
  id: 'moonovel',
  hosts: ['www.moonovel.example'],
  apiPrefix: '/moonovel_api',
  locales: ['en'],
  hsts: 'max-age=31536000; includeSubDomains',
  live: undefined,
};

export const EXAMPLE_BRANDS = [PUBLISHED, UNPUBLISHED];

export const EXAMPLE_OPTIONS: ProxyOptions = {
  state: '/var/lib/lectern',
  sites: ['127.0.0.1:4321'],
  listen: undefined,
  certificates: undefined,
  cache: '/var/cache/lectern-nginx',
};

/** The options of the example in deploy/: two sites, TLS, ACME challenges, logs and limits. */
export const RECOMMENDED: ProxyOptions = {
  ...EXAMPLE_OPTIONS,
  sites: ['127.0.0.1:4321', '127.0.0.1:4323'],
  certificates: '/etc/letsencrypt/live',
  acme: '/var/www/acme',
  logs: '/var/log/nginx',
  limit: 50,
};
