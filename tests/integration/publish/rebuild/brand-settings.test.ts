import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReleaseInfo } from '#src/publish/release/index.ts';
import { type SmallApi, startSmallApi } from '../../../helpers/small-api.ts';
import { liveFiles, livePage, type SmallRebuild, smallRebuild } from '../../../helpers/small-rebuild.ts';

let api: SmallApi;
let site: SmallRebuild;
beforeAll(async () => {
  api = await startSmallApi(60);
  site = await smallRebuild(api.origin);
});
afterAll(async () => {
  await site.close();
  await api.close();
});

const put = (fields: Readonly<Record<string, unknown>>, pictures: { name: string; content: string }[] = []) =>
  api.write((writer) => writer.putBrandSettings('freenovel', fields, pictures));
const info = (): ReleaseInfo => JSON.parse(readFileSync(join(site.folder, 'current/release.json'), 'utf8'));
/** The hashes of the live files without those that differ in every release. */
const files = () =>
  Object.entries(liveFiles(site.folder)).filter(([name]) => !/^(release\.json|manifest\.db|site\/_brand\/)/.test(name));

const LOGO = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 131 32"><path d="M4 4h24v24H4z"/></svg>';
const SETTINGS = {
  appName: 'Harbour Books',
  themeColor: 'oklch(0.5 0.16 300)',
  announcement: { texts: { en: 'Read <all> week' }, link: '/hotnovels' },
};

describe('the settings of a brand', () => {
  it('are published with the next release, and removing them restores every page', async () => {
    await site.run();
    const [before, plain] = [files(), info()];
    expect(plain.settings).toBeUndefined();

    await put({ ...SETTINGS, logo: 'abc.svg' }, [{ name: 'abc.svg', content: Buffer.from(LOGO).toString('base64') }]);
    const report = await site.run();
    expect(report).toMatchObject({ status: 'published', pages: { kept: 0 } });
    const page = livePage(site.folder, 'index.html') ?? '';
    expect(page).toContain('Harbour Books');
    expect(info().settings).toMatchObject({ appName: 'Harbour Books', announcement: SETTINGS.announcement });
    expect(readFileSync(join(site.folder, 'current/site', info().settings?.logo ?? ''), 'utf8')).toBe(LOGO);
    expect(readFileSync(join(site.folder, 'current/site', info().settings?.css ?? ''), 'utf8')).toContain(
      '.announcement{',
    );
    expect(await site.run()).toMatchObject({ status: 'unchanged' });

    await put({});
    expect(await site.run()).toMatchObject({ status: 'published' });
    expect(info().settings).toBeUndefined();
    expect(files()).toEqual(before);
  });

  it('publish pages, and later render only the page whose text has changed', async () => {
    const about = (text: string) => ({
      appName: 'Harbour Books',
      pages: [{ slug: 'about', texts: { en: { title: 'About us', text } } }],
    });
    const aboutPage = () =>
      livePage(site.folder, 'pages/about/index.html') ?? livePage(site.folder, 'pages/about.html') ?? '';
    await put(about('We read **a lot**.'));
    await site.run();
    const all = info().pages;
    expect(aboutPage()).toContain('strong>a lot');
    await put(about('We write.'));
    expect(await site.run()).toMatchObject({ status: 'published', pages: { kept: all - 1 } });
    expect(aboutPage()).toContain('We write.');
    await put({});
    expect(await site.run()).toMatchObject({ status: 'published' });
    expect(info().pages).toBe(all - 1);
  });

  it('stay as last published if they are invalid, and the report names the problem', async () => {
    await put({ appName: 'Harbour Books' });
    await site.run();
    await put({ appName: 'Other', headerColor: 'oklch(0.5 0.1 0)', headerGround: 'oklch(0.5 0.1 0)' });
    const report = await site.run();
    expect(report.losses).toMatchObject([{ call: 'brand.settings', items: 1 }]);
    expect(JSON.stringify(report.losses)).toContain('headerColor must stand out');
    expect(info().settings).toMatchObject({ appName: 'Harbour Books' });
    expect(livePage(site.folder, 'index.html')).toContain('Harbour Books');
  });

  it('are not published by a correction, which keeps those of the live release', async () => {
    await put({ appName: 'Harbour Books' });
    await site.run();
    await put({ appName: 'Other' });
    await api.write((writer) => writer.editBook('book-3', { title: 'Corrected' }));
    const report = await site.run({ mode: 'correction', pages: ['/'] });
    expect(report.status).toBe('published');
    expect(info().settings).toMatchObject({ appName: 'Harbour Books' });
    expect(livePage(site.folder, 'index.html')).toContain('Corrected');
    await site.run();
    expect(info().settings).toMatchObject({ appName: 'Other' });
  });

  it('do not apply if the folder of the brand has changed so that they no longer fit', async () => {
    await put({ headerColor: site.brand.headerColor });
    await site.run();
    const ground = site.brand.headerColor;
    const report = await site.run(undefined, {}, { headerGround: ground, headerColor: 'oklch(0.1 0 0)' });
    expect(report.losses).toMatchObject([{ call: 'brand.settings' }]);
    expect(info().settings).toBeUndefined();
  });
});
