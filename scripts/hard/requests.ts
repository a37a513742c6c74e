import fc from 'fast-check';
import type { HardBrand } from './site.ts';

/** A request as bytes, and what its response must be. */
export interface OddRequest {
  readonly bytes: Buffer;
  /** The brand whose host the request names; undefined if the host is unknown or invalid. */
  readonly brand: HardBrand | undefined;
  /** Whether status 200 would be wrong, because the URL is another spelling of a page's URL or the host is unknown. */
  readonly isRefused: boolean;
  /** Whether the request is complete and must get a response. If it is incomplete, the server may wait for the rest. */
  readonly isWhole: boolean;
}

const METHODS = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'DELETE',
  'TRACE',
  'CONNECT',
  'OPTIONS',
  'get',
  'BREW',
  '',
  'PRI',
  'G\0T',
];
const TARGETS = [
  '*',
  '',
  '//',
  '/%',
  '/%zz',
  '/%00',
  '/%c0%af',
  '/..%2f..%2fetc/passwd',
  '/../../etc/passwd',
  '/a\0b',
  '/é',
  '/\\..\\..\\x',
  'http://',
  'ftp://x/',
  'http://evil.example/',
  'evil.example:443',
  '/_astro/../x',
  '/_astro/%2e%2e/x',
  '/_astro/none.js',
  `/${'a'.repeat(5000)}`,
  `/${'%41'.repeat(3000)}`,
  '/?',
  '/?%',
  '/genres?page=%00&page=-1&order[]=x',
  `/${'/'.repeat(900)}`,
  '/search?q=%',
  '/search/result/%E2%80%A8',
  '/search/result/%F0%9F%92%A9%ED%A0%80',
  '/__proto__',
  '/constructor/toString',
  '/keywords/__proto__',
  '/novel/99999999999999999999',
  '/novel/-1',
  '/book-reader/1e9/0x1',
  '/400/',
  '/.env',
  '/.git/config',
  '/healthz/x',
  '/sw.js/x',
];
const CALLS = [
  'book.show',
  'search.multi',
  'auth.login',
  'auth.register',
  'device.register',
  'page.view',
  'none',
  '%2e%2e/x',
];
const VERSIONS = ['HTTP/1.0', 'HTTP/2.0', 'HTTP/9', '', 'http/1.1'];
const HEADERS = [
  'Host: \r\nHost: other',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: chunked\r\nContent-Length: 3',
  'Transfer-Encoding: chunked, identity',
  'Content-Length: -1',
  'Content-Length: 99999999999999999999',
  'Content-Type: application/json',
  'Content-Type: text/plain; charset=\xff',
  'Content-Encoding: gzip',
  'Expect: 100-continue',
  'Expect: tea',
  'Upgrade: h2c\r\nConnection: Upgrade',
  'If-None-Match: ,,,"',
  'If-Modified-Since: yesterday',
  'Range: bytes=0-1,-5,9-2',
  'Accept-Encoding: br;q=x,;;,*;q=',
  'Accept-Language: \xff,;q=9,*-*',
  `X-Long: ${'x'.repeat(20_000)}`,
  ' folded: yes',
  'nocolon',
  'X-Forwarded-Host: evil.example',
  'X-Forwarded-For: 1.2.3.4, [::, \xff',
  'X-Original-URL: /etc/passwd',
  'X-HTTP-Method-Override: DELETE',
  'X-Request-Id: \r\n\tx',
  'Cookie: a=b; =;;=; section=99999; __Host-lectern_session=%00',
  `Cookie: ${'a=b; '.repeat(1500)}`,
  'Authorization: Bearer \x01',
  'Connection: close, \t, host',
  'Origin: null',
];
const BODIES = [
  '',
  '',
  '{}',
  '[]',
  '{"a":',
  'null',
  '"\\ud800"',
  '5\r\nhello\r\n0\r\n\r\n',
  'zz\r\n',
  '\0\0\0\0',
  '['.repeat(5000),
];

/** Functions that spell a path differently. For each path, all results differ from it. */
const SPELLINGS: readonly ((path: string) => string)[] = [
  (path) => `${path}/`,
  (path) => `/${path}`,
  (path) => `${path}//`,
  (path) => `/.${path}`,
  (path) => `/x/..${path}`,
  (path) => `/x/%2e%2e${path}`,
  (path) => `${path}.html`,
  (path) => `${path}/index.html`,
  (path) => `${path}%00`,
  (path) => `${path}%20`,
  (path) => `${path}%0d%0aX: y`.replace(' ', '%20'),
  (path) => `${path};v=1`,
  (path) => `${path}%2F`,
  (path) => `${path}%3Fx`,
  (path) => `\\${path.slice(1)}`,
  (path) => path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  (path) => path.replace(/\/([a-z])/, (_all, letter: string) => `/${letter.toUpperCase()}`),
];

/** Returns unknown hosts that resemble the host of a brand. */
const wrongHosts = (host: string) => [
  `${host}.evil.example`,
  `evil.example`,
  `${host}@evil.example`,
  `evil.example#${host}`,
  `${host}/x`,
  `${host}\\x`,
  `${host}:x`,
  `${host}, evil.example`,
  `[${host}]`,
  '[::1',
  'a\0b',
  '',
  '..',
  '%6c',
  'x'.repeat(300),
];
/** Returns valid spellings of a host. */
const rightHosts = (host: string) => [host, host, host, host.toUpperCase(), `${host}.`, `${host}:80`];

const lines = (start: string, host: string | undefined, more: readonly string[], body: string) =>
  `${start}\r\n${[...(host === undefined ? [] : [`Host: ${host}`]), ...more].join('\r\n')}\r\n\r\n${body}`;

const usually = (usual: string, odd: readonly string[]) =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...odd) });

const rarely = <T, U>(rare: fc.Arbitrary<T>, usual: fc.Arbitrary<U>): fc.Arbitrary<T | U> =>
  fc.oneof({ weight: 12, arbitrary: usual }, { weight: 1, arbitrary: rare });

/** Ordinary characters, and characters that often cause problems in parsers. */
const CHARACTERS = [...'aZ09-_./%?#&=;:@+,*\\|"\'<>{}[]()~ \t\0\x7fé漢💩\u2028\u202e\ufeff'];
const text = fc.string({ unit: fc.constantFrom(...CHARACTERS), maxLength: 20 });
const json = fc
  .dictionary(text, fc.oneof(text, fc.integer(), fc.constantFrom(null, [], {}, -0, 1e308)), { maxKeys: 3 })
  .map((value) => JSON.stringify(value));

/** Generates bytes to overwrite: their positions and values. */
const flip = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 3 });

/**
 * Generates requests of all kinds for one brand: spellings of its pages, wrong hosts, calls, and bytes that are barely
 * HTTP.
 */
export function oddRequests(brand: HardBrand): fc.Arbitrary<OddRequest> {
  const page = fc.constantFrom(...brand.pages.filter((path) => /[a-z]/.test(path)));
  const get = (path: string, host: string) =>
    Buffer.from(lines(`GET ${path} HTTP/1.1`, host, ['Connection: close'], ''), 'latin1');
  const spelling = fc
    .record({ page, spell: fc.constantFrom(...SPELLINGS) })
    .map((one) => ({ bytes: get(one.spell(one.page), brand.host), brand, isRefused: true, isWhole: true }));
  const wrongHost = fc
    .record({ page, host: fc.constantFrom(...wrongHosts(brand.host)) })
    .map((one) => ({ bytes: get(one.page, one.host), brand: undefined, isRefused: true, isWhole: true }));
  const path = fc.oneof(
    fc.constantFrom(...TARGETS),
    page,
    fc.constantFrom(...CALLS).map((call) => `${brand.apiPrefix}/v1/${call}`),
    text.map((one) => `/${encodeURI(one)}`),
  );
  const wild = fc
    .record({
      method: usually('GET', METHODS),
      path,
      query: fc.oneof(
        fc.constant(''),
        fc.array(text, { minLength: 1, maxLength: 3 }).map((parts) => `?${encodeURI(parts.join('&'))}`),
      ),
      version: usually('HTTP/1.1', VERSIONS),
      host: rarely(fc.constant(undefined), fc.constantFrom(...rightHosts(brand.host))),
      headers: fc.array(fc.constantFrom(...HEADERS), { maxLength: 2 }),
      isJson: fc.boolean(),
      body: fc.oneof(fc.constantFrom(...BODIES), json),
      flips: rarely(flip, fc.constant([])),
      cut: rarely(fc.nat(), fc.constant(undefined)),
    })
    .map((one) => {
      const { method, query, version, host, headers, isJson, body, flips, cut } = one;
      const length = isJson ? [`Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}`] : [];
      const more = [...headers, ...length, 'Connection: close'];
      const bytes = Buffer.from(lines(`${method} ${one.path}${query} ${version}`, host, more, body), 'latin1');
      for (const [at, byte] of flips) bytes[at % bytes.length] = byte;
      const expectedBrand = flips.length === 0 ? brand : undefined;
      return {
        bytes: cut === undefined ? bytes : bytes.subarray(0, cut % bytes.length),
        brand: expectedBrand,
        isRefused: false,
        isWhole: false,
      };
    });
  return fc.oneof(
    { weight: 2, arbitrary: spelling },
    { weight: 1, arbitrary: wrongHost },
    { weight: 4, arbitrary: wild },
  );
}
