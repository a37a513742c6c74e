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

describe('the first visit to /', () => {
  it("is redirected to the browser's preferred language, and sets a cookie", async () => {
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
  ])('is redirected, with Accept-Language %s, to %s', async (language, to) => {
    expect((await toHome({ 'accept-language': language })).headers.location).toBe(to);
  });

  it('keeps its query when it is redirected', async () => {
    expect((await toHome(SPANISH, '/?utm_source=a%20b')).headers.location).toBe('/es?utm_source=a%20b');
  });

  it('is redirected for HEAD requests too', async () => {
    expect((await server.ask('oak', '/', { headers: SPANISH, method: 'HEAD' })).status).toBe(302);
  });

  it.each([
    ['no language, as crawlers do', {}],
    ['any language', { 'accept-language': '*' }],
    ['the default language', { 'accept-language': 'en-GB, es;q=0.9' }],
    ['a language the brand does not have', { 'accept-language': 'ja' }],
    ['a language that has no pages yet', { 'accept-language': 'zh-CN' }],
    ['a different language, from a page of this site', { ...SPANISH, 'sec-fetch-site': 'same-origin' }],
  ])('is not redirected if the browser requests %s', async (_name, headers) => {
    const response = await toHome(headers);
    expect({ status: response.status, text: response.text }).toEqual({ status: 200, text: html('home') });
    expect(response.headers['set-cookie']).toBeUndefined();
    expect(response.headers.vary).toBe('Accept-Encoding, Accept-Language, Cookie, Sec-Fetch-Site');
  });
});

describe('a later visit to /', () => {
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
  ])('with the cookies %s gets status %i', async (cookie, status) => {
    const response = await toHome({ ...SPANISH, cookie });
    expect(response.status).toBe(status);
    expect(response.headers.location).toBe(status === 302 ? '/es' : undefined);
    expect(response.headers['set-cookie']).toBeUndefined();
  });

  it('is redirected to the chosen language even from within the site', async () => {
    expect((await toHome({ cookie: 'hb_lang=es', 'sec-fetch-site': 'same-origin' })).status).toBe(302);
  });
});

describe('every URL other than /', () => {
  it.each(['/es', '/genres', '/nothing'])('is shown in its own language: %s', async (path) => {
    const plain = await toHome({}, path);
    const response = await toHome({ ...SPANISH, cookie: 'hb_lang=ph' }, path);
    expect(response).toMatchObject({ status: plain.status, text: plain.text });
    expect(response.headers.vary).toBe('Accept-Encoding');
  });

  it('is never redirected to another language, and a brand with one language does not redirect / either', async () => {
    const { status, headers } = await toHome({ ...SPANISH, cookie: 'hb_lang=es' }, '/', 'ash');
    expect({ status, vary: headers.vary }).toEqual({ status: 200, vary: 'Accept-Encoding' });
  });
});
