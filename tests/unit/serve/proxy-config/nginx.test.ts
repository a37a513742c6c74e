import { describe, expect, it } from 'vitest';
import { nginxConfig } from '#src/serve/proxy-config/nginx.ts';
import { EXAMPLE_BRANDS, EXAMPLE_OPTIONS, PUBLISHED, RECOMMENDED, UNPUBLISHED } from './example.ts';

/** Returns the server block of a brand. */
const blockOf = (config: string, id: string) => config.split('\n# ').find((part) => part.startsWith(`${id}\n`)) ?? '';

describe('the nginx configuration', () => {
  const config = nginxConfig(EXAMPLE_BRANDS, EXAMPLE_OPTIONS);

  it('matches the example file in deploy/', async () => {
    await expect(nginxConfig(EXAMPLE_BRANDS, RECOMMENDED)).toMatchFileSnapshot('../../../../deploy/nginx.conf');
  });

  it('reads files only from the bundle whose policy it sends', () => {
    const block = blockOf(config, 'freenovel');
    expect(block).toContain('root "/var/lib/lectern/freenovel/current/site-0123456789abcdef";');
    expect(block).toContain(`add_header Content-Security-Policy "${PUBLISHED.live?.csp}";`);
    expect(block).toContain(
      'location ^~ /freenovel_api/ {\n    proxy_pass http://lectern;\n    error_page 502 504 = @unavailable_call;',
    );
  });

  it('reads no files for a brand without a live release', () => {
    const block = blockOf(config, 'moonovel');
    expect(block).toContain('server_name www.moonovel.example moonovel.localhost;');
    expect(block).not.toMatch(/root|try_files/);
    expect(block).toContain('location / {\n    proxy_pass http://lectern;');
  });

  it('forwards API calls, and URLs that depend on the visitor, to our server', () => {
    const block = blockOf(config, 'freenovel');
    for (const location of ['= /', '= /sw.js', '= /es/404', '^~ /de'])
      expect(block).toContain(`location ${location} {\n    proxy_pass http://lectern;\n  }`);
  });

  it('does not look for files of books if all books are rendered on request', () => {
    const [, always = ''] = /location ~ "(.*novel.*)" \{\n {4}proxy_pass/.exec(config) ?? [];
    expect(always).not.toContain('book-reader');
    const onRequest = nginxConfig([{ ...PUBLISHED, booksOnRequest: true }], EXAMPLE_OPTIONS);
    expect(/location ~ "(.*novel.*)" \{\n {4}proxy_pass/.exec(onRequest)?.[1]).toContain('book-reader');
  });

  it('sends the home page of a brand with one language from a file', () => {
    const single = nginxConfig([{ ...PUBLISHED, locales: ['en'] }], EXAMPLE_OPTIONS);
    expect(single).not.toContain('location = / {');
  });

  it('does not cache responses to requests with a token', () => {
    expect(config).toContain('proxy_cache_bypass $http_authorization;');
    expect(config).toContain('proxy_no_cache $http_authorization $lectern_unkept;');
    expect(config.match(/proxy_cache lectern;/g)).toHaveLength(3);
    expect(config.match(/proxy_no_cache \$http_authorization/g)).toHaveLength(3);
  });

  it.each([
    ['turns access logs off', {}, 'access_log off;'],
    ['writes access logs without queries', { logs: '/logs' }, '" lectern buffer='],
  ])('%s in every server block, so that the defaults of nginx.conf do not apply', (_title, logs, expected) => {
    const tls = nginxConfig(EXAMPLE_BRANDS, { ...EXAMPLE_OPTIONS, ...logs, certificates: '/etc/letsencrypt/live' });
    const blocks = tls.split(/^server \{$/m).slice(1);
    expect(blocks.length).toBeGreaterThan(EXAMPLE_BRANDS.length + 1);
    for (const block of blocks) expect(/^ {2}access_log .*;$/m.exec(block)?.[0] ?? 'default').toContain(expected);
  });

  it("uses TLS with each brand's certificates, and redirects from port 80 to HTTPS", () => {
    const tls = nginxConfig(EXAMPLE_BRANDS, { ...EXAMPLE_OPTIONS, certificates: '/etc/letsencrypt/live' });
    expect(tls).toContain(
      'listen [::]:80 default_server;\n  access_log off;\n  server_tokens off;\n  location / {\n    return 308 https://$host$request_uri;',
    );
    expect(blockOf(tls, 'moonovel')).toContain(
      'ssl_certificate "/etc/letsencrypt/live/www.moonovel.example/fullchain.pem";',
    );
    expect(blockOf(tls, 'moonovel')).toMatch(
      /\n {2}ssl_protocols TLSv1\.2 TLSv1\.3;\n {2}ssl_ciphers (ECDHE-[A-Z]+-(AES\d+-GCM-SHA\d+|CHACHA20-POLY1305):?)+;\n/,
    );
    expect(tls.match(/ssl_protocols/g)?.length).toBe(tls.match(/listen 443/g)?.length);
    expect(blockOf(tls, 'moonovel')).toContain(
      'add_header Strict-Transport-Security "max-age=31536000; includeSubDomains" always;\n  proxy_hide_header Strict',
    );
  });

  it('listens on all addresses of a port, or only on the configured address', () => {
    expect(config).toContain('  listen 80;\n  listen [::]:80;\n');
    const local = nginxConfig(EXAMPLE_BRANDS, { ...EXAMPLE_OPTIONS, listen: '127.0.0.1:8080' });
    expect(local).toContain('  listen 127.0.0.1:8080;\n  server_name');
    expect(local).not.toContain('[::]');
  });

  it('responds to ACME challenges on each port without TLS', () => {
    const acme = { ...EXAMPLE_OPTIONS, acme: '/var/www/acme' };
    const challenges = (text: string) =>
      text.match(/location \^~ \/\.well-known\/acme-challenge\/ \{\n {4}root "\/var\/www/g);
    const plain = nginxConfig(EXAMPLE_BRANDS, acme);
    expect(challenges(plain)).toHaveLength(plain.match(/^server \{/gm)?.length ?? 0);
    expect(challenges(nginxConfig(EXAMPLE_BRANDS, { ...acme, certificates: '/certificates' }))).toHaveLength(1);
    expect(challenges(config)).toBeNull();
  });

  it('enables HTTP/3 if configured, and announces HTTP/3 with every response', () => {
    const options = { ...EXAMPLE_OPTIONS, certificates: '/certificates', http3: true, limit: 5 };
    const quick = nginxConfig(EXAMPLE_BRANDS, options);
    expect(quick.match(/listen 443 quic/g)).toEqual(quick.match(/listen 443 ssl/g)?.map(() => 'listen 443 quic'));
    expect(quick.match(/ reuseport/g)).toHaveLength(2);
    expect(quick).not.toMatch(/listen .* http2/);
    // A location that has headers of its own inherits none from the server block.
    for (const place of quick.split(/^ {2}location /m).filter((part) => part.includes('    add_header')))
      expect(place).toContain('    add_header Alt-Svc "h3=\\":443\\"; ma=86400"');
    expect(nginxConfig(EXAMPLE_BRANDS, { ...options, http3: false })).not.toMatch(/quic|add_header Alt-Svc/);
  });

  it('limits requests per visitor to our server, but not requests for files', () => {
    const limited = nginxConfig([PUBLISHED], { ...EXAMPLE_OPTIONS, limit: 5 });
    expect(limited).toContain('zone=lectern_pages:10m rate=5r/s;');
    for (const place of limited.split(/^ {2}location /m).filter((part) => !part.startsWith('/ {\n    proxy_pass')))
      expect([place, /limit_req zone=lectern_(pages|calls) burst=20 nodelay;/.test(place)]).toEqual([
        place,
        place.includes('    proxy_pass'),
      ]);
    expect(blockOf(limited, 'freenovel')).toContain('/freenovel_api/ {\n    limit_req zone=lectern_calls');
    expect(config).not.toContain('limit_req');
  });

  it('is not generated for values with characters that have a special meaning in nginx', () => {
    expect(() => nginxConfig(EXAMPLE_BRANDS, { ...EXAMPLE_OPTIONS, sites: ['a; b'] })).toThrow('cannot be used in');
    expect(() => nginxConfig(EXAMPLE_BRANDS, { ...EXAMPLE_OPTIONS, cache: '/a/$b' })).toThrow('cannot be used in');
    const spoiled = { ...UNPUBLISHED, live: { bundle: 'b', csp: 'script-src $host' } };
    expect(() => nginxConfig([spoiled], EXAMPLE_OPTIONS)).toThrow('cannot be used in');
  });
});
