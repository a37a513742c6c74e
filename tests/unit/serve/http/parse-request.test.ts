import { describe, expect, it } from 'vitest';
import { createProxyCheck, parseRequest } from '#src/serve/http/parse-request.ts';

interface Given {
  readonly url?: string;
  readonly method?: string | undefined;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly rawHeaders?: string[];
  readonly peer?: string | undefined;
}

const PROXIES = createProxyCheck(['10.0.0.1', '10.1.0.0/16', '2001:db8::/32']);

const parse = ({ url = '/', method = 'GET', headers = {}, rawHeaders = ['Host', 'ash.test'], ...peer }: Given) =>
  parseRequest(
    {
      url,
      method,
      headers: { host: 'ash.test', ...headers },
      rawHeaders,
      socket: { remoteAddress: 'peer' in peer ? peer.peer : '192.0.2.1' },
    },
    PROXIES,
  );

describe('the target of a request', () => {
  it.each([
    ['/', '/', ''],
    ['/search?q=a?b', '/search', '?q=a?b'],
    ['/search?', '/search', '?'],
    ['/a#b', '/a#b', ''],
    ['http://oak.test', '/', ''],
    ['http://oak.test?q=1', '/', '?q=1'],
    ['HTTPS://oak.test/a?q=1#there', '/a', '?q=1'],
  ])('is split into path and query: %s', (url, path, search) => {
    expect(parse({ url })).toMatchObject({ path, search });
  });

  it.each(['', '*', 'ash.test:443', 'ftp://ash.test/', '?q=1'])(
    'is rejected if it is not a path or an HTTP URL: %j',
    (url) => {
      expect(parse({ url })).toBeUndefined();
    },
  );

  it('takes precedence over the Host header', () => {
    expect(parse({ url: 'http://oak.test/' })?.host).toBe('oak.test');
    expect(parse({ url: 'http:///a' })?.host).toBe('ash.test');
    expect(parse({ url: '/' })?.host).toBe('ash.test');
  });

  it('is rejected if the request has two Host headers, however they are written', () => {
    expect(parse({ rawHeaders: ['Host', 'ash.test', 'hOST', 'oak.test'] })).toBeUndefined();
    // A value that looks like the name of the header does not count.
    expect(parse({ rawHeaders: ['Host', 'host', 'X-Name', 'host'] })).toBeDefined();
  });
});

describe('the IP address of a visitor', () => {
  const forwarded = {
    'x-forwarded-for': '203.0.113.9, 198.51.100.7, 10.1.2.3',
    'x-forwarded-host': 'oak.test, x.test',
  };

  it("is the peer's address if no trusted proxy forwards an address", () => {
    expect(parse({ headers: forwarded })).toMatchObject({ clientAddress: '192.0.2.1', host: 'ash.test' });
    expect(parse({ headers: forwarded, peer: '10.0.0.2' })).toMatchObject({ clientAddress: '10.0.0.2' });
  });

  it('is the last forwarded address that is not a trusted proxy, and the forwarded host is used as the host', () => {
    for (const peer of ['10.0.0.1', '::ffff:10.0.0.1', '2001:db8::5'])
      expect(parse({ headers: forwarded, peer })).toMatchObject({ clientAddress: '198.51.100.7', host: 'oak.test' });
  });

  it("is the proxy's address if the proxy forwards no valid address", () => {
    expect(parse({ peer: '10.0.0.1' })).toMatchObject({ clientAddress: '10.0.0.1', host: 'ash.test' });
    expect(parse({ peer: '10.0.0.1', headers: { 'x-forwarded-for': 'unknown, ' } })?.clientAddress).toBe('10.0.0.1');
  });

  it('is written without the IPv6 prefix if it is an IPv4 address, and is empty if the peer has disconnected', () => {
    expect(parse({ peer: '::ffff:192.0.2.7' })?.clientAddress).toBe('192.0.2.7');
    expect(parse({ peer: undefined })?.clientAddress).toBe('');
  });
});

it('the values of a repeated header are joined into one list', () => {
  expect(
    parse({
      headers: {
        'accept-encoding': ['br', 'gzip'],
        'available-dictionary': ':YQ==:',
        'sec-fetch-site': 'same-origin',
        origin: ['https://ash.test', 'https://oak.test'],
        cookie: 'a=1',
        'if-none-match': '"e"',
        'accept-language': 'es',
      },
    }),
  ).toMatchObject({
    acceptEncoding: 'br,gzip',
    availableDictionary: ':YQ==:',
    fetchSite: 'same-origin',
    origin: 'https://ash.test,https://oak.test',
    cookie: 'a=1',
    ifNoneMatch: '"e"',
    acceptLanguage: 'es',
  });
});

describe('trusted proxies', () => {
  it('match addresses and subnets of both IP versions, to the last bit', () => {
    const isTrusted = createProxyCheck(['10.0.0.0/31', '::1', '2001:db8::/127']);
    expect(['10.0.0.0', '10.0.0.1', '::1', '2001:db8::1'].map(isTrusted)).toEqual([true, true, true, true]);
    expect(['10.0.0.2', '::2', '2001:db8::2', 'no address'].map(isTrusted)).toEqual([false, false, false, false]);
  });

  it('match nothing if none are configured', () => {
    expect(createProxyCheck([])('127.0.0.1')).toBe(false);
  });

  it.each(['proxy.test', '10.0.0.0/33', '::1/129', '10.0.0.0/', '10.0.0.0/8/8', ''])(
    'must not be configured as %j',
    (entry) => {
      expect(() => createProxyCheck([entry])).toThrow(
        `LECTERN_PROXIES contains "${entry}", which is not an address or a subnet`,
      );
    },
  );

  it.each(['10.0.0.0/32', '::/128', '0.0.0.0/0'])('may be configured as %j', (entry) => {
    expect(createProxyCheck([entry])).toBeTypeOf('function');
  });
});
