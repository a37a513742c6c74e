import { defineCommand } from '#src/lib/cli.ts';
import { PROXY_SWITCHES, proxyConfig } from './proxy-config.ts';

export const command = defineCommand({
  help: `Generates the nginx or Caddy configuration that serves the files of the live releases (docs/operate/proxy.md).

npm run proxy-config -- --server nginx|caddy [--out FILE] [--check] [--site ADDRESS:PORT] [--certificates FOLDER]
                        [--acme FOLDER] [--logs FOLDER] [--limit N] [--http3] [--listen PORT] [--listen-tls PORT] [--cache FOLDER]

  --out FILE             writes the file if its text changes; default standard output
  --check                only checks whether FILE is up to date (exit code)
  --site ADDRESS:PORT    address of Lectern's server; several separated by commas; default 127.0.0.1 and PORT, else 4321
  --certificates FOLDER  serves TLS with FOLDER/<first host of a brand>/fullchain.pem and privkey.pem; without it, Caddy
                         obtains certificates itself
  --acme FOLDER          nginx answers ACME challenges from FOLDER/.well-known/acme-challenge
  --logs FOLDER          writes access logs to FOLDER/lectern-<brand>.log; default no logs
  --limit N              rendered pages, and calls, that nginx allows one visitor per second; default 50, 0 no limit
  --http3                enables HTTP/3 in nginx 1.25 or later; Caddy always has it
  --listen PORT          port without TLS; default 80; without --certificates, Caddy then serves no TLS
  --listen-tls PORT      port with TLS; default 443
  --cache FOLDER         nginx's cache of rendered pages; default /var/cache/lectern-nginx

Without arguments, those of LECTERN_PROXY_CONFIG are used.

Exit codes: 0 done or up to date, 1 FILE is not up to date, 2 usage error.`,
  options: PROXY_SWITCHES,
  run: (switches) => proxyConfig(switches),
});
