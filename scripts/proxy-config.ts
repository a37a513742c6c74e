import { runCommand } from '#src/lib/cli.ts';
import { PROXY_SWITCHES, proxyConfig } from './programs/proxy-config.ts';

await runCommand({
  help: `Makes the configuration by which nginx or Caddy sends the files of the live releases (docs/operate/proxy.md).

npm run proxy-config -- --server nginx|caddy [--out FILE] [--check] [--site ADDRESS:PORT] [--listen PORT]
                        [--certificates FOLDER] [--cache FOLDER]

  --out FILE             writes the file if its text changes; without it the text goes to standard output
  --check                only says by the exit code whether FILE is up to date
  --site ADDRESS:PORT    where Lectern's own server is, or several parted by commas; default 127.0.0.1 and PORT, else 4321
  --listen PORT          port without TLS; default 80 for nginx, none for Caddy, which then answers by TLS
  --certificates FOLDER  nginx answers by TLS with FOLDER/<first host of a brand>/fullchain.pem and privkey.pem
  --cache FOLDER         where nginx keeps rendered pages; default /var/cache/nginx/lectern

Without any of them the arguments are those of LECTERN_PROXY_CONFIG.

Exit codes: 0 done or up to date, 1 FILE is not up to date, 2 wrong use.`,
  options: PROXY_SWITCHES,
  run: (given) => proxyConfig(given),
});
