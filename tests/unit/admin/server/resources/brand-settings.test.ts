import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApi } from '#src/api/index.ts';
import { type Brand, brandById, loadBrands } from '#src/brand/registry.ts';
import { silentLog } from '#src/lib/log.ts';
import { startAdmin, type TestAdmin } from '../fixture.ts';

const LOGO = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 131 32"><path d="M4 4h24v24H4z"/></svg>';
const address = (content: string | Buffer, type = 'svg+xml') =>
  `data:image/${type};base64,${Buffer.from(content).toString('base64')}`;

const ABOUT = { slug: 'about', texts: { en: { title: 'About', text: 'See [us](/pages/about).' } } };

let test: TestAdmin;
let folder: string;
let brand: Brand;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-settings-'));
  brand = brandById(await loadBrands(resolve('brands')), 'fingeread');
});
beforeEach(async () => {
  test = await startAdmin(undefined, { brands: async () => [brand] });
  return () => test.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ask = (method: string, path: string, body?: unknown, as: 'editor' | 'operator' = 'operator') =>
  test.ask(method, `/api/${path}`, { as, body });
const change = (body: object) => ask('PATCH', 'brand-settings/fingeread', body);
const lastEntry = async () => (await ask('GET', 'audit-log?order=DESC&perPage=1')).body.data[0];

/** The settings that rebuilds read. */
async function published() {
  const { store } = test;
  const api = createApi({
    store,
    prefixes: [{ prefix: '/fingeread_api', brand: 'fingeread' }],
    media: store.media,
    log: silentLog,
  });
  const origin = await api.listen(0);
  try {
    const response = await fetch(`${origin}/fingeread_api/v1/brand.settings?section=7&lang=en`);
    return (await response.json()).data.settings;
  } finally {
    await api.close();
  }
}

describe('the settings of a brand in the admin API', () => {
  it('come from the folder until they are saved, and are given to rebuilds', async () => {
    const { body } = await ask('GET', 'brand-settings/fingeread');
    expect(body.data).toMatchObject({ appName: null, updated_at: null, folder: { appName: 'Fingeread' } });
    expect(await published()).toBeNull();

    const saved = await change({
      appName: ' Harbour ',
      taglines: { ...body.data.taglines, [brand.locales[1] ?? 'es']: '' },
      announcement: { texts: { ...body.data.announcement.texts, en: 'All week' }, link: '/hotnovels' },
      logo: address(LOGO),
    });
    expect(saved).toMatchObject({ status: 200, body: { data: { appName: 'Harbour', name: 'Harbour' } } });
    expect(saved.body.data.pictures.logo).toBe(address(LOGO));
    const { pictures, fields } = await published();
    expect(fields).toEqual({ appName: 'Harbour', announcement: { texts: { en: 'All week' }, link: '/hotnovels' } });
    expect(pictures).toEqual({ logo: { extension: 'svg', content: Buffer.from(LOGO).toString('base64') } });

    await change({ appName: null, logo: null, announcement: { texts: { en: '' }, link: '/hotnovels' } });
    expect(await published()).toBeNull();
  });

  it.each([
    ['a colour that is none', { themeColor: 'red' }, 'themeColor'],
    [
      'a header text that is not readable',
      { headerColor: 'oklch(0.5 0.05 40)', headerGround: 'oklch(0.5 0.05 40)' },
      'headerColor',
    ],
    ['a tagline that is too short', { tagline: 'Short' }, 'tagline'],
    ['a support address that is none', { supportEmail: 'me' }, 'supportEmail'],
    ['a link to another host', { announcement: { texts: { en: 'x' }, link: '//evil.example' } }, 'announcement.link'],
    [
      'a search text without its placeholder',
      { seoTexts: { en: { 'genre-title': 'Best' } } },
      'seoTexts.en.genre-title',
    ],
    ['a logo with a script', { logo: address(LOGO.replace('<path', '<script>x</script><path')) }, 'logo'],
    ['a logo in the wrong shape', { logo: address(LOGO.replace('131', '32')) }, 'logo'],
    ['a logo that is no picture', { logo: address('text', 'png') }, 'logo'],
    ['a picture that is not stored', { logo: 'none.svg' }, 'logo'],
    [
      'a page with an invalid address',
      { pages: [{ slug: 'A b', texts: { en: { title: 'A', text: 'b' } } }] },
      'pages.0.slug',
    ],
    ['two pages with one address', { pages: [ABOUT, ABOUT] }, 'pages.1.slug'],
    ['a page without a text', { pages: [{ slug: 'news', texts: { en: { title: '', text: null } } }] }, 'pages.0.texts'],
    ['a page without a title', { pages: [{ slug: 'news', texts: { en: { text: 'x' } } }] }, 'pages.0.texts.en.title'],
    [
      'a link to a page that does not exist',
      { pages: [{ slug: 'news', texts: { en: { title: 'News', text: '[More](/pages/more)' } } }] },
      'pages.0.texts',
    ],
    [
      'an interface text without its placeholder',
      { texts: { en: { 'account:coins_one': '', 'account:account-lead': 'x' } } },
      'texts.en.account:account-lead',
    ],
    ['an unknown interface text', { texts: { en: { 'common:nothing': 'x' } } }, 'texts.en.common:nothing'],
    ['a group of one synonym', { searchSynonyms: { en: [['sci-fi']] } }, 'searchSynonyms.en.0'],
    ['a menu entry without a text', { menu: [{ link: '/hotnovels', texts: { en: null } }] }, 'menu.0'],
    ['a menu entry that links to another host', { menu: [{ link: '//x.example', texts: { en: 'X' } }] }, 'menu.0.link'],
    ['a menu with a page twice', { menu: [{ page: 'tags' }, { page: 'tags' }] }, 'menu'],
    ['a home page without books', { homeOrder: ['genres', 'tags'] }, 'homeOrder'],
    ['a home page with a part twice', { homeOrder: ['shelves', 'tags', 'tags'] }, 'homeOrder'],
    ['an address of another site', { logo: 'data:text/html;base64,PGI+' }, 'logo'],
  ])('reject %s and name the field', async (_what, body, field) => {
    const { status, body: answer } = await change(body);
    expect([status, Object.keys(answer.error.fields ?? {})]).toEqual([422, [field]]);
    expect(await published()).toBeNull();
  });

  it('contain a menu and the order of the home page', async () => {
    const menu = [{ page: 'tags' }, { link: '/hotnovels', texts: { en: ' Hot ' } }];
    const homeOrder = ['shelf', 'tags', 'shelf'];
    const saved = await change({ menu, homeOrder });
    expect(saved.body.data).toMatchObject({ homeOrder, menu: [{ page: 'tags' }, { texts: { en: 'Hot' } }] });
    expect((await published()).fields).toMatchObject({ homeOrder });
    await change({ menu: [], homeOrder: [] });
    expect(await published()).toBeNull();
  });

  it('contain pages with a field for each language, and are undone with them', async () => {
    const empty = { title: null, description: null, text: null };
    const saved = await change({ pages: [{ slug: ' about ', texts: { ...ABOUT.texts, es: empty } }] });
    expect(saved.status).toBe(200);
    expect(saved.body.data.pages).toEqual([{ slug: 'about', texts: { en: { ...empty, ...ABOUT.texts.en } } }]);
    expect((await published()).fields.pages).toEqual([ABOUT]);
    expect((await ask('POST', `audit-log/${(await lastEntry()).id}/undo`)).status).toBe(200);
    expect(await published()).toBeNull();
  });

  it('preview the text of a page as the site shows it', async () => {
    const text = '## Hi\n\n<b>no</b> [list](/hotnovels) [bad](javascript:alert) [gone](/pages/gone) ![x](/a.png)';
    const body = { brand: 'fingeread', language: 'en', text };
    const { data } = (await ask('POST', 'page-preview', body, 'editor')).body;
    expect(data.html.trim()).toBe(
      '<h2>Hi</h2>\n<p>&lt;b&gt;no&lt;/b&gt; <a href="/hotnovels">list</a> [bad](javascript:alert) <a>gone</a> </p>',
    );
    expect((await ask('POST', 'page-preview', { ...body, brand: 'none' })).status).toBe(404);
  });

  it('can be changed by operators only', async () => {
    const { status } = await ask('PATCH', 'brand-settings/fingeread', { appName: 'Mine' }, 'editor');
    expect(status).toBe(403);
    expect((await ask('GET', 'brand-settings', undefined, 'editor')).body.data).toHaveLength(1);
  });

  it('are not overwritten by someone who has not seen the current values', async () => {
    await change({ appName: 'First' });
    const late = await change({ appName: 'Second', seen: { appName: null } });
    expect([late.status, late.body.error.code]).toEqual([409, 'changed']);
    expect((await published()).fields.appName).toBe('First');
  });

  it('are undone from the audit log, with the former picture', async () => {
    await change({ appName: 'First', logo: address(LOGO) });
    await change({ appName: 'Second', logo: null });
    const entry = await lastEntry();
    expect(entry).toMatchObject({ kind: 'brand settings', act: 'change', name: 'fingeread', undoable: true });
    expect(entry.after).toEqual({ appName: 'Second', logo: null });
    expect((await ask('POST', `audit-log/${entry.id}/undo`)).status).toBe(200);
    const { fields, pictures } = await published();
    expect([fields.appName, pictures.logo.extension]).toEqual(['First', 'svg']);
    const first = (await ask('GET', 'audit-log?order=ASC&perPage=1')).body.data[0];
    expect((await ask('POST', `audit-log/${first.id}/undo`)).status).toBe(200);
    expect(await published()).toBeNull();
  });

  it('have a history whose versions can be restored', async () => {
    await change({ appName: 'First' });
    test.setNow(new Date('2026-06-02T12:00:00Z'));
    await change({ appName: 'Second' });
    const { body } = await ask('GET', 'brand-settings/fingeread/revisions');
    expect(body.data).toMatchObject([{ id: 0, changed: ['appName'] }, { changed: ['appName'] }, { changed: null }]);
    const seen = (await ask('GET', 'brand-settings/fingeread')).body.data;
    const path = `brand-settings/fingeread/revisions/${body.data[1].id}/restore`;
    expect((await ask('POST', path, { seen }, 'editor')).status).toBe(403);
    expect((await ask('POST', path, { seen: { ...seen, appName: 'Old' } })).status).toBe(409);
    expect((await ask('POST', path, { seen })).body.data).toMatchObject({ fields: { appName: 'First' } });
    expect((await published()).fields).toEqual({ appName: 'First' });
  });
});
