import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testBrand } from '../../helpers/published-brand.ts';
import { refuse, type ScriptedServer, startScriptedServer, succeed } from '../../helpers/scripted-server.ts';
import { type RunningServer, startServer } from './fixture.ts';

let upstream: ScriptedServer;
let server: RunningServer;
let answer: (response: Parameters<typeof succeed>[0]) => void;

beforeEach(async () => {
  answer = (response) => succeed(response, { event: null, application: null, report: null });
  upstream = await startScriptedServer((response) => answer(response));
  server = await startServer([testBrand('ash')], { upstreamOrigin: upstream.origin });
});
afterEach(async () => {
  await server.close();
  await upstream.close();
});

type Fields = readonly (readonly [string, string])[];
const send = (path: string, fields: Fields, headers: Readonly<Record<string, string>> = {}) =>
  server.ask('ash', path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: String(new URLSearchParams(fields.map(([name, value]) => [name, value]))),
  });
const DEVICE = '0b0e2f7e-3c1d-4b6e-9a52-7d6a41c0e001';
const without = (fields: Fields, name: string) => fields.filter(([known]) => known !== name);

const APPLICATION: Fields = [
  ['locale', 'en'],
  ['key', '0b0e2f7e-3c1d-4b6e-9a52-7d6a41c0e002'],
  ['device', DEVICE],
  ['name', 'Ann'],
  ['email', ' Ann@Example.org '],
  ['native', 'es'],
  ['languages', 'en'],
  ['languages', 'de'],
  ['books', '7'],
  ['about', 'I have read it twice.\r\nIt deserves a careful hand in Spanish.'],
  ['consent', 'yes'],
];

describe('an application that was sent as a plain form', () => {
  it('is asked of the upstream as its own script would ask, and leads to the words that it is here', async () => {
    const { status, headers } = await send('/_application', APPLICATION);
    expect([status, headers.location]).toEqual([303, '/becomeOurTranslator#application-sent']);
    const [asked] = upstream.seen;
    expect(asked?.path).toBe('/ash_api/v1/translator.apply');
    expect(asked?.headers['device-uuid']).toBe(DEVICE);
    expect(JSON.parse(String(asked?.body))).toMatchObject({
      name: 'Ann',
      email: 'ann@example.org',
      languages: ['en', 'de'],
      books: [7],
      about: 'I have read it twice.\nIt deserves a careful hand in Spanish.',
      consent: true,
      key: '0b0e2f7e-3c1d-4b6e-9a52-7d6a41c0e002',
    });
  });

  it('is named by the server where no script of the page did', async () => {
    await send('/_application', without(without(APPLICATION, 'key'), 'device'));
    const [asked] = upstream.seen;
    expect(JSON.parse(String(asked?.body)).key).toMatch(/^[\da-f-]{36}$/);
    expect(asked?.headers['device-uuid']).toMatch(/^[\da-f-]{36}$/);
  });

  it.each(['name', 'email', 'native', 'languages', 'books', 'about', 'consent'])(
    'leads to the first field that is wrong, and is not asked: %s',
    async (field) => {
      const { headers } = await send('/_application', without(APPLICATION, field));
      expect(headers.location).toBe(`/becomeOurTranslator#apply-${field}`);
      expect(upstream.seen).toEqual([]);
    },
  );

  it.each([
    ['CONFLICT', 409, 'taken'],
    ['BAD_REQUEST', 400, 'input'],
    ['RATE_LIMITED', 429, 'often'],
    ['SOMETHING', 400, 'unknown'],
    ['UNAVAILABLE', 503, 'network'],
  ])('names in the address what the upstream said: %s', async (code, status, failure) => {
    answer = (response) => refuse(response, status, code);
    const { headers } = await send('/_application', APPLICATION);
    expect(headers.location).toBe(`/becomeOurTranslator#application-${failure}`);
  });
});

const HELP: Fields = [
  ['event', '3'],
  ['book', '7'],
  ['locale', 'en'],
  ['device', DEVICE],
];

describe('help that was sent as a plain form', () => {
  it('is counted for the device that the page names, and leads back to the event', async () => {
    const { status, headers } = await send('/_help', HELP);
    expect([status, headers.location]).toEqual([303, '/invited-to-help/7/3#help-clicked']);
    const [asked] = upstream.seen;
    expect([asked?.path, asked?.headers['device-uuid']]).toEqual(['/ash_api/v1/event.help_click', DEVICE]);
    expect(JSON.parse(String(asked?.body))).toMatchObject({ active_id: 3 });
  });

  it.each([
    ['EVENT_EXPIRED', 410, 'expired'],
    ['RATE_LIMITED', 429, 'lost'],
    ['UNAVAILABLE', 503, 'lost'],
  ])('says what the upstream said: %s', async (code, status, said) => {
    answer = (response) => refuse(response, status, code);
    expect((await send('/_help', HELP)).headers.location).toBe(`/invited-to-help/7/3#help-${said}`);
  });

  it('is asked for no event that has no number', async () => {
    const { headers } = await send('/_help', [['event', '//evil.example'], ...without(HELP, 'event')]);
    expect(headers.location).toBe('/');
    expect(upstream.seen).toEqual([]);
  });
});

it.each([
  ['/_application', APPLICATION],
  ['/_help', HELP],
])('%s is taken from a page of this site alone, as a form of its length', async (path, fields) => {
  expect((await send(path, fields, { origin: 'https://evil.example' })).status).toBe(403);
  expect((await send(path, fields, { 'content-type': 'text/plain' })).status).toBe(415);
  expect((await send(path, [...fields, ['more', 'x'.repeat(50_000)]])).status).toBe(413);
  expect(upstream.seen).toEqual([]);
});

const REPORT: Fields = [
  ['locale', 'en'],
  ['book', '7'],
  ['chapter', '21'],
  ['key', '0b0e2f7e-3c1d-4b6e-9a52-7d6a41c0e003'],
  ['device', DEVICE],
  ['kind', 'missing'],
  ['passage', 'The lamp\r\nwent out.'],
  ['text', ''],
];

describe('a report that was sent as a plain form', () => {
  it('is asked of the upstream as its own script would ask, and leads to the thanks below the chapter', async () => {
    const { status, headers } = await send('/_chapter-report', REPORT);
    expect([status, headers.location]).toEqual([303, '/book-reader/7/21#report-sent']);
    const [asked] = upstream.seen;
    expect([asked?.path, asked?.headers['device-uuid']]).toEqual(['/ash_api/v1/report.add', DEVICE]);
    const ids = { book_id: 7, chapter_id: 21, key: '0b0e2f7e-3c1d-4b6e-9a52-7d6a41c0e003' };
    expect(JSON.parse(String(asked?.body))).toMatchObject({
      ...ids,
      kind: 'missing',
      passage: 'The lamp\nwent out.',
      text: '',
    });
  });

  it.each([
    ['without a kind', without(REPORT, 'kind'), '/book-reader/7/21#report-input'],
    [
      'of something else without a word',
      [...without(REPORT, 'kind'), ['kind', 'other']],
      '/book-reader/7/21#report-input',
    ],
    ['of no chapter', [...without(REPORT, 'chapter'), ['chapter', '//evil.example']], '/'],
  ] as const)('%s is not asked', async (_, fields, leads) => {
    expect((await send('/_chapter-report', fields)).headers.location).toBe(leads);
    expect(upstream.seen).toEqual([]);
  });

  it.each([
    ['RATE_LIMITED', 429, 'often'],
    ['NOT_FOUND', 404, 'lost'],
    ['UNAVAILABLE', 503, 'lost'],
  ])('says what the upstream said: %s', async (code, status, said) => {
    answer = (response) => refuse(response, status, code);
    expect((await send('/_chapter-report', REPORT)).headers.location).toBe(`/book-reader/7/21#report-${said}`);
  });
});
