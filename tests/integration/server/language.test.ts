import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { html, publish, testBrand } from '../../helpers/published-brand.ts';
import { type RunningServer, startServer } from '../../helpers/running-server.ts';

let server: RunningServer;
beforeAll(async () => {
  server = await startServer([testBrand('ash'), testBrand('oak', { locales: ['en', 'es', 'ph', 'cn'] })]);
  await publish(server.state, 'ash', { pages: { '/': html('home') } });
  const pages = { '/': html('home'), '/es': html('inicio'), '/ph': html('simula'), '/genres': html('genres') };
  await publish(server.state, 'oak', { pages });
});
afterAll(() => server.close());

const SPANISH = { 'accept-language': 'es-MX,es;q=0.9,en;q=0.5' };
const toHome = (headers: Record<string, string>, path = '/', brand = 'oak') => server.ask(brand, path, { headers });

describe('the first visit of /', () => {
  it('redirects to the language the browser prefers, and sets a cookie', async () => {
    const { status, headers } = await toHome(SPANISH);
    expect({ status, to: headers.location }).toEqual({ status: 302, to: '/es' });
    expect(headers['set-cookie']).toEqual(['i18n_redirected=es; Max-Age=31536000; Path=/; SameSite=Lax']);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers.vary).toBe('Accept-Language, Cookie, Sec-Fetch-Site');
  });

  it.each([
    ['tl', '/ph'],
    ['fil-PH, en;q=0.4', '/ph'],
    ['de, es;q=0.8', '/es'],
  ])('with Accept-Language %s leads to %s', async (language, to) => {
    expect((await toHome({ 'accept-language': language })).headers.location).toBe(to);
  });

  it('keeps the query', async () => {
    expect((await toHome(SPANISH, '/?utm_source=a%20b')).headers.location).toBe('/es?utm_source=a%20b');
  });

  it('is the same to HEAD', async () => {
    expect((await server.ask('oak', '/', { headers: SPANISH, method: 'HEAD' })).status).toBe(302);
  });

  it.each([
    ['nothing, as crawlers do', {}],
    ['any language', { 'accept-language': '*' }],
    ['the default language', { 'accept-language': 'en-GB, es;q=0.9' }],
    ['a language the brand does not have', { 'accept-language': 'ja' }],
    ['a language that has no pages yet', { 'accept-language': 'zh-CN' }],
    ['another language, from a page of this site', { ...SPANISH, 'sec-fetch-site': 'same-origin' }],
  ])('stays where the browser asks for %s', async (_name, headers) => {
    const told = await toHome(headers);
    expect({ status: told.status, text: told.text }).toEqual({ status: 200, text: html('home') });
    expect(told.headers['set-cookie']).toBeUndefined();
    expect(told.headers.vary).toBe('Accept-Encoding, Accept-Language, Cookie, Sec-Fetch-Site');
  });
});

describe('a later visit of /', () => {
  it.each([
    ['i18n_redirected=es', 200],
    ['i18n_redirected=en', 200],
    ['hb_lang=en', 200],
    ['hb_lang=es', 302],
    ['hb_lang=es; i18n_redirected=en', 302],
    ['hb_lang=en; i18n_redirected=es', 200],
    ['hb_lang=de', 200],
    ['hb_lang=cn', 200],
    ['hb_lang=toString', 200],
    ['my_hb_lang=es; i18n_redirected=es', 200],
  ])('with the cookies %s is answered %i', async (cookie, status) => {
    const told = await toHome({ ...SPANISH, cookie });
    expect(told.status).toBe(status);
    expect(told.headers.location).toBe(status === 302 ? '/es' : undefined);
    expect(told.headers['set-cookie']).toBeUndefined();
  });

  it('redirects to the chosen language from within the site too', async () => {
    expect((await toHome({ cookie: 'hb_lang=es', 'sec-fetch-site': 'same-origin' })).status).toBe(302);
  });
});

describe('every other address', () => {
  it.each(['/es', '/genres', '/nothing'])('answers in its own language: %s', async (path) => {
    const plain = await toHome({}, path);
    const asked = await toHome({ ...SPANISH, cookie: 'hb_lang=ph' }, path);
    expect(asked).toMatchObject({ status: plain.status, text: plain.text });
    expect(asked.headers.vary).toBe('Accept-Encoding');
  });

  it('includes the / of a brand with one language', async () => {
    const { status, headers } = await toHome({ ...SPANISH, cookie: 'hb_lang=es' }, '/', 'ash');
    expect({ status, vary: headers.vary }).toEqual({ status: 200, vary: 'Accept-Encoding' });
  });
});
