import { describe, expect, it } from 'vitest';
import { caddyConfig } from '#src/serve/proxy-config/caddy.ts';
import { EXAMPLE_BRANDS, EXAMPLE_OPTIONS, PUBLISHED, RECOMMENDED } from './example.ts';

describe('the Caddy configuration', () => {
  const config = caddyConfig(EXAMPLE_BRANDS, EXAMPLE_OPTIONS);
  const blockOf = (id: string) => config.split('\n# ').find((part) => part.startsWith(`${id}\n`)) ?? '';

  it('matches the example file in deploy/', async () => {
    const options = { ...RECOMMENDED, certificates: undefined, logs: '/var/log/caddy' };
    await expect(caddyConfig(EXAMPLE_BRANDS, options)).toMatchFileSnapshot('../../../../deploy/Caddyfile');
  });

  it('reads files only from the bundle whose policy it sends', () => {
    expect(blockOf('freenovel')).toContain('root * "/var/lib/lectern/freenovel/current/site-0123456789abcdef"');
    expect(blockOf('freenovel')).toContain(`Content-Security-Policy "${PUBLISHED.live?.csp}"`);
  });

  it('forwards all requests to our server if the brand has no live release', () => {
    expect(blockOf('moonovel')).not.toContain('file_server');
    expect(blockOf('moonovel')).toContain('reverse_proxy "127.0.0.1:4321"');
  });

  it('obtains certificates automatically, or listens without TLS if a port is configured', () => {
    expect(config).toContain('\nwww.freenovel.example, freenovel.localhost {');
    const plain = caddyConfig(EXAMPLE_BRANDS, { ...EXAMPLE_OPTIONS, listen: '8080' });
    expect(plain).toContain('\nhttp://www.moonovel.example:8080, http://moonovel.localhost:8080 {');
  });

  it('uses certificates provided by the operator', () => {
    const own = caddyConfig(EXAMPLE_BRANDS, { ...EXAMPLE_OPTIONS, certificates: '/certificates' });
    const line =
      '{\n\ttls "/certificates/www.freenovel.example/fullchain.pem" "/certificates/www.freenovel.example/privkey.pem"\n';
    expect(own).toContain(`\nwww.freenovel.example, freenovel.localhost ${line}`);
    expect(own).toContain(`\nfreenovel.example ${line}`);
    expect(config).not.toContain('\ttls ');
  });

  it('also serves TLS with provided certificates on other ports, and redirects HTTP to HTTPS', () => {
    const ports = { certificates: '/certificates', listen: '8080', listenTls: '8443' };
    const own = caddyConfig(EXAMPLE_BRANDS, { ...EXAMPLE_OPTIONS, ...ports });
    expect(own).toContain(
      '\nhttps://www.freenovel.example:8443, https://freenovel.localhost:8443 {\n\ttls "/certificates/www.freenovel.example/',
    );
    expect(own).toContain('\nhttp://:8080 {\n\tredir https://{host}{uri} 308\n}');
    expect(own).not.toContain('http://www.');
  });

  it('is not generated for values with characters that have a special meaning in a Caddyfile', () => {
    expect(() => caddyConfig(EXAMPLE_BRANDS, { ...EXAMPLE_OPTIONS, sites: ['{a}'] })).toThrow('cannot be used in');
    expect(() => caddyConfig(EXAMPLE_BRANDS, { ...EXAMPLE_OPTIONS, listen: '80 {' })).toThrow('cannot be used in');
  });
});
