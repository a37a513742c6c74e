import { runCommand } from '#src/lib/cli.ts';
import { PROXY_SWITCHES, proxyConfig } from './programs/proxy-config.ts';

await runCommand({
  help: `Makes the configuration by which nginx or Caddy sends the files of the live releases (docs/operate/proxy.md).

npm run proxy-config -- --server nginx|caddy [--out FILE] [--check] [--site ADDRESS:PORT] [--certificates FOLDER]
                        [--acme FOLDER] [--logs FOLDER] [--limit N] [--http3] [--listen PORT] [--listen-tls PORT] [--cache FOLDER]

  --out FILE             writes the file if its text changes; without it the text goes to standard output
  --check                only says by the exit code whether FILE is up to date
  --site ADDRESS:PORT    where Lectern's own server is, or several parted by commas; default 127.0.0.1 and PORT, else 4321
  --certificates FOLDER  answers by TLS with FOLDER/<first host of a brand>/fullchain.pem and privkey.pem; Caddy gets
                         certificates itself without it
  --acme FOLDER          nginx answers the challenges of certbot and others from FOLDER/.well-known/acme-challenge
  --logs FOLDER          writes access logs, FOLDER/lectern-<brand>.log; without it none
  --limit N              how many rendered pages, and how many calls, nginx lets one visitor have in a second; default 50, 0 none
  --http3                nginx answers by HTTP/3, too; it needs version 1.25 or newer. Caddy always does
  --listen PORT          port without TLS; default 80 for nginx, none for Caddy, which then answers by TLS
  --listen-tls PORT      nginx's port with TLS; default 443
  --cache FOLDER         where nginx keeps rendered pages; default /var/cache/lectern-nginx

Without any of them the arguments are those of LECTERN_PROXY_CONFIG.

Exit codes: 0 done or up to date, 1 FILE is not up to date, 2 wrong use.`,
  options: PROXY_SWITCHES,
  run: (given) => proxyConfig(given),
});
