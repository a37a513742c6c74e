import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { rowWithoutPeer } from '../../bench/report.ts';
import { createVerdicts } from '../figures.ts';
import type { Part } from '../part.ts';
import { type HardBrand, type HardSite, requestUntilOk } from '../site.ts';

/** Suffixes that make the URL of private data look like that of a cacheable file. */
const FILE_SUFFIXES = [
  '/x.css',
  '.css',
  ';x.css',
  '%2Fx.css',
  '%00.css',
  '%3Fx.css',
  '?x.css',
  '%23.js',
  '/..%2fx.png',
  '/favicon.ico',
];
const PRIVATE_CALLS = ['user.profile', 'user.sessions', 'user.vouchers', 'auth.options'];
const PAGES = ['/', '/login', '/myinfo', '/history', '/genres'];

const ATTEMPTS = 30;
const PAUSE_MS = 1000;

/** Headers that must not change the cache entries shared by visitors. Each is sent with a marker. */
const headerNames = fc.constantFrom(
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-prefix',
  'x-forwarded-port',
  'x-forwarded-scheme',
  'x-host',
  'x-original-url',
  'x-rewrite-url',
  'x-http-method-override',
  'forwarded',
  'origin',
  'referer',
  'user-agent',
  'accept-language',
  'accept',
  'cookie',
  'authorization',
  'range',
  'x-request-id',
  'x-app-version',
  'via',
);

/**
 * Attempts cache deception and cache poisoning. Cache entries shared by visitors must contain no private data, and
 * nothing from one visitor's request.
 */
export const cachePart: Part = {
  name: 'cache',
  about:
    "cache deception and poisoning: no private data is cached, one visitor's headers do not affect the next visitor",
  unit: 'times',
  full: 1000,
  quick: 20,
  async run({ size, seed, site }) {
    const running = await site();
    const verdicts = createVerdicts();
    await tryDeceptions(running, verdicts.judge);
    const deceptions = verdicts.count;
    for (const [n, headers] of poisons(size, seed).entries()) await tryPoisoning(running, n, headers, verdicts.judge);
    return {
      rows: [
        rowWithoutPeer('cache deception attempts', deceptions, 'times'),
        rowWithoutPeer('cache poisoning attempts', verdicts.count - deceptions, 'times'),
      ],
      findings: verdicts.findings,
    };
  },
};

type Judge = (what: string, problem: string | undefined) => void;

/** Requests private data under public names, first as a signed-in visitor, then anonymously. */
async function tryDeceptions({ ask, attacked }: HardSite, judge: Judge): Promise<void> {
  const email = `${randomUUID()}@reader.example`;
  const signedUp = await signUp(ask, attacked, email);
  const token: string | undefined = JSON.parse(signedUp.text).data?.session?.token;
  judge(
    'signing up',
    token === undefined ? `no token: ${signedUp.status} ${signedUp.text.slice(0, 200)}` : isUncacheable(signedUp),
  );
  const cookie = [signedUp.headers['set-cookie'] ?? []]
    .flat()
    .map((one) => one.split(';')[0])
    .join('; ');
  const own = { authorization: `Bearer ${token}`, cookie };
  const calls = PRIVATE_CALLS.map((name) => `${attacked.apiPrefix}/v1/${name}`);
  for (const address of [...calls, ...PAGES]) {
    for (const disguise of ['', ...FILE_SUFFIXES]) {
      const path = address + disguise;
      const mine = await ask(attacked.host, path, { headers: own });
      const isMine = privateDataIn(mine, email, token);
      judge(`${path} of a visitor`, isMine ? isUncacheable(mine) : undefined);
      const theirs = await ask(attacked.host, path);
      judge(
        `${path} without a session`,
        privateDataIn(theirs, email, token) ? "it shows the previous visitor's response" : undefined,
      );
    }
  }
}

/** A busy API may reject a request, which is then repeated. */
async function signUp(ask: HardSite['ask'], { host, apiPrefix }: HardBrand, email: string) {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await ask(host, `${apiPrefix}/v1/auth.register`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'device-uuid': `device-${randomUUID()}`,
        'sec-fetch-site': 'same-origin',
      },
      body: JSON.stringify({ email, password: 'correct horse battery' }),
    });
    if (answer.status === 200 || attempt === ATTEMPTS) return answer;
    await wait(PAUSE_MS);
  }
}

const privateDataIn = ({ text, headers }: { text: string; headers: object }, email: string, token = 'no token') =>
  [email, token].some((secret) => text.includes(secret) || JSON.stringify(headers).includes(secret));

/** Returns the problem if a response with private data may be cached. */
const isUncacheable = ({ headers }: { headers: Readonly<Record<string, unknown>> }) =>
  String(headers['cache-control']).includes('no-store') ? undefined : `cache-control is ${headers['cache-control']}`;

const poisons = (size: number, seed: number) =>
  fc.sample(fc.uniqueArray(headerNames, { minLength: 1, maxLength: 3 }), { numRuns: size, seed });

/** One visitor requests an uncached page with marked headers. The next visitor requests it without them. */
async function tryPoisoning(site: HardSite, n: number, names: readonly string[], judge: Judge): Promise<void> {
  const { ask, attacked } = site;
  const mark = `mark${randomUUID().slice(0, 8)}`;
  const word = `poison-${n}-${randomUUID().slice(0, 6)}`;
  const path = `/search/result/${word}`;
  const value = (name: string) =>
    name === 'range' ? 'bytes=0-10' : name === 'forwarded' ? `host=${mark}.example` : `${mark}.example`;
  await ask(attacked.host, path, { headers: Object.fromEntries(names.map((name) => [name, value(name)])) });
  const next = await requestUntilOk(site, attacked.host, path);
  const plain = await requestUntilOk(site, attacked.host, `${path}-b`);
  const what = `${path} after ${names.join(', ')}`;
  if (next.status !== 200) return judge(what, `status ${next.status}`);
  if (next.text.includes(mark) || JSON.stringify(next.headers).includes(mark))
    return judge(what, 'it contains the marker');
  judge(
    what,
    withoutIslandIds(next.text) === withoutIslandIds(plain.text.replaceAll(`${word}-b`, word))
      ? undefined
      : 'it differs from a page requested without the headers',
  );
}

/** Removes the ids of islands, which are hashes of their props. */
const withoutIslandIds = (html: string) => html.replaceAll(/ uid="[^"]*"/g, '');
