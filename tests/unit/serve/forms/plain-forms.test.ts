import { beforeEach, describe, expect, it } from 'vitest';
import { type Fields, type FormSite, formSite, refusing, succeeding } from './form-site.ts';

let site: FormSite;
beforeEach(() => {
  site = formSite(succeeding({ event: null, application: null, report: null }));
});

const DEVICE = '0b0e2f7e-3c1d-4b6e-9a52-7d6a41c0e001';
const without = (fields: Fields, name: string) => fields.filter(([key]) => key !== name);

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

describe('an application sent as a plain HTML form', () => {
  it('reaches the upstream like one sent by the script, and redirects to the confirmation', async () => {
    const { status, headers } = await site.send('application', APPLICATION);
    expect([status, headers.location]).toEqual([303, '/becomeOurTranslator#application-sent']);
    const [call] = site.seen;
    expect([call?.call, call?.context.deviceUuid]).toEqual(['translator.apply', DEVICE]);
    expect(call?.params).toEqual({
      native: 'es',
      name: 'Ann',
      email: 'ann@example.org',
      languages: ['en', 'de'],
      books: [7],
      about: 'I have read it twice.\nIt deserves a careful hand in Spanish.',
      consent: true,
      key: '0b0e2f7e-3c1d-4b6e-9a52-7d6a41c0e002',
    });
  });

  it('gets an idempotency key from the server if it has none', async () => {
    await site.send('application', without(without(APPLICATION, 'key'), 'device'));
    const [call] = site.seen;
    expect(call?.params['key']).toMatch(/^[\da-f-]{36}$/);
    expect(call?.context.deviceUuid).toMatch(/^[\da-f-]{36}$/);
  });

  it.each(['name', 'email', 'native', 'languages', 'books', 'about', 'consent'])(
    'redirects to the first invalid field without calling the upstream: %s',
    async (field) => {
      const { headers } = await site.send('application', without(APPLICATION, field));
      expect(headers.location).toBe(`/becomeOurTranslator#apply-${field}`);
      expect(site.seen).toEqual([]);
    },
  );

  it.each([
    ['CONFLICT', 409, 'taken'],
    ['BAD_REQUEST', 400, 'input'],
    ['RATE_LIMITED', 429, 'often'],
    ['SOMETHING', 400, 'unknown'],
    ['UNAVAILABLE', 503, 'network'],
  ])('redirects to a URL with the result of the upstream: %s', async (code, status, failure) => {
    site.answer = refusing(status, code);
    const { headers } = await site.send('application', APPLICATION);
    expect(headers.location).toBe(`/becomeOurTranslator#application-${failure}`);
  });
});

const HELP: Fields = [
  ['event', '3'],
  ['book', '7'],
  ['locale', 'en'],
  ['device', DEVICE],
];

describe('a help click posted as a plain HTML form', () => {
  it('is counted for the device in the form, and redirects back to the help event', async () => {
    const { status, headers } = await site.send('help', HELP);
    expect([status, headers.location]).toEqual([303, '/invited-to-help/7/3#help-clicked']);
    const [call] = site.seen;
    expect([call?.call, call?.context.deviceUuid]).toEqual(['event.help_click', DEVICE]);
    expect(call?.params).toEqual({ active_id: 3 });
  });

  it.each([
    ['EVENT_EXPIRED', 410, 'expired'],
    ['RATE_LIMITED', 429, 'lost'],
    ['UNAVAILABLE', 503, 'lost'],
  ])('redirects to a message about the result of the upstream: %s', async (code, status, result) => {
    site.answer = refusing(status, code);
    expect((await site.send('help', HELP)).headers.location).toBe(`/invited-to-help/7/3#help-${result}`);
  });

  it.each([
    ['event', '//evil.example'],
    ['event', '0'],
    ['book', '//evil.example'],
    ['book', '0'],
    ['book', '1.5'],
  ])('is not sent to the upstream if %s is not a number: %s', async (name, value) => {
    const { headers } = await site.send('help', [[name, value], ...without(HELP, name)]);
    expect(headers.location).toBe('/');
    expect(site.seen).toEqual([]);
  });
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

describe('a report sent as a plain HTML form', () => {
  it('reaches the upstream like one sent by the script, and redirects to the message below the chapter', async () => {
    const { status, headers } = await site.send('report', REPORT);
    expect([status, headers.location]).toEqual([303, '/book-reader/7/21#report-sent']);
    const [call] = site.seen;
    expect([call?.call, call?.context.deviceUuid]).toEqual(['report.add', DEVICE]);
    const ids = { book_id: 7, chapter_id: 21, key: '0b0e2f7e-3c1d-4b6e-9a52-7d6a41c0e003' };
    expect(call?.params).toEqual({
      ...ids,
      kind: 'missing',
      passage: 'The lamp\nwent out.',
      text: '',
    });
  });

  it.each([
    ['without a kind', without(REPORT, 'kind'), '/book-reader/7/21#report-input'],
    [
      'of kind "other" without a text',
      [...without(REPORT, 'kind'), ['kind', 'other']],
      '/book-reader/7/21#report-input',
    ],
    ['about an invalid chapter', [...without(REPORT, 'chapter'), ['chapter', '//evil.example']], '/'],
    ['about chapter 0', [...without(REPORT, 'chapter'), ['chapter', '0']], '/'],
    ['without a book', without(REPORT, 'book'), '/'],
    ['about a fractional book id', [...without(REPORT, 'book'), ['book', '7.5']], '/'],
  ] as const)('is not sent to the upstream %s', async (_, fields, leads) => {
    expect((await site.send('report', fields)).headers.location).toBe(leads);
    expect(site.seen).toEqual([]);
  });

  it.each([
    ['RATE_LIMITED', 429, 'often'],
    ['NOT_FOUND', 404, 'lost'],
    ['UNAVAILABLE', 503, 'lost'],
  ])('redirects to a message about the result of the upstream: %s', async (code, status, result) => {
    site.answer = refusing(status, code);
    expect((await site.send('report', REPORT)).headers.location).toBe(`/book-reader/7/21#report-${result}`);
  });

  it('gets an idempotency key from the server if it has none', async () => {
    await site.send('report', without(without(REPORT, 'key'), 'device'));
    const [call] = site.seen;
    for (const id of [call?.params['key'], call?.context.deviceUuid]) expect(id).toMatch(/^[\da-f-]{36}$/);
  });
});

describe('a plain HTML form', () => {
  it.each([
    ['application', APPLICATION, '/es/becomeOurTranslator#application-sent'],
    ['help', HELP, '/es/invited-to-help/7/3#help-clicked'],
    ['report', REPORT, '/es/book-reader/7/21#report-sent'],
  ] as const)(
    'is sent with its language and redirects to a page in that language: %s',
    async (form, fields, location) => {
      const { status, headers } = await site.send(form, [['locale', 'es'], ...without(fields, 'locale')]);
      expect([status, headers.location, headers['cache-control']]).toEqual([303, location, 'no-store']);
      expect(site.seen[0]?.context.locale).toMatchObject({ section: 9 });
    },
  );

  it("uses the brand's first language if the brand lacks the requested one", async () => {
    const { headers } = await site.send('help', [['locale', 'pt'], ...without(HELP, 'locale')]);
    expect(headers.location).toBe('/invited-to-help/7/3#help-clicked');
    expect(site.seen[0]?.context.locale).toMatchObject({ section: 7 });
  });

  it.each([
    ['application', APPLICATION, '/becomeOurTranslator#application-network'],
    ['help', HELP, '/invited-to-help/7/3#help-lost'],
    ['report', REPORT, '/book-reader/7/21#report-lost'],
  ] as const)('redirects to an error message if the upstream does not respond: %s', async (form, fields, location) => {
    site.answer = undefined;
    expect((await site.send(form, fields)).headers.location).toBe(location);
  });

  it.each([
    ['application', 48 * 1024],
    ['help', 1024],
    ['report', 48 * 1024],
  ] as const)('must not be longer than allowed: %s of %i bytes', async (form, maxBytes) => {
    const sendBytes = (bytes: number) => site.send(form, [['more', 'x'.repeat(bytes - 'more='.length)]]);
    expect((await sendBytes(maxBytes)).status).toBe(303);
    expect((await sendBytes(maxBytes + 1)).status).toBe(413);
  });

  it.each([
    ['application/x-www-form-urlencoded; charset=utf-8', 303],
    ['Application/X-WWW-Form-URLEncoded', 303],
    ['application/x-www-form-urlencodedx', 415],
    ['multipart/form-data', 415],
  ])('with the content type %s gets status %i', async (contentType, status) => {
    expect((await site.send('help', HELP, contentType)).status).toBe(status);
  });
});
