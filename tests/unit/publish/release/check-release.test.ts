import { appendFileSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSql } from '#src/lib/sqlite.ts';
import { type CheckOptions, checkRelease, createReleaseWriter } from '#src/publish/release/index.ts';
import { addPage } from '../../../helpers/release-pages.ts';

const PAGES = ['/', '/404', ...Array.from({ length: 8 }, (_, number) => `/genres/${number}/R%C3%A9cit`)];

describe('the check of a release', () => {
  let releases: string;
  let folder: string;
  beforeEach(async () => {
    releases = await mkdtemp(join(tmpdir(), 'lectern-check-'));
    folder = join(releases, '1');
    const bundle = { id: 'b', csp: '' };
    const common = { brand: 'a', brandFingerprint: 'a', bundle, created: new Date(), previous: undefined };
    const writer = createReleaseWriter({ ...common, releases, id: '1', keepsPages: false });
    for (const path of PAGES) addPage(writer, { path, html: Buffer.from(`page ${path}`), inputs: '', version: '' });
    writer.addAsset('/_astro/a.js', Buffer.from(`let a = 1;${' '.repeat(1000)}`));
    writer.addAsset('/robots.txt', Buffer.from('User-agent: *\n'));
    writer.seal();
    await writer.finish();
  });
  afterEach(() => rm(releases, { recursive: true, force: true }));

  const site = (file: string) => join(folder, 'site', file);
  const problems = (options?: CheckOptions) =>
    checkRelease(folder, options).findings.map(({ problem, file }) => `${problem} ${file}`);

  it('finds no problem in an unchanged release', () => {
    expect(checkRelease(folder)).toEqual({ release: '1', pages: 10, assets: 2, read: 10, found: 0, findings: [] });
  });

  it('finds pages or compressed variants that are missing, or that have a different size or content', () => {
    rmSync(site('genres/0/Récit.html'));
    rmSync(site('genres/1/Récit.html.br'));
    truncateSync(site('genres/2/Récit.html'), 2);
    truncateSync(site('genres/3/Récit.html.br'), 0);
    writeFileSync(site('genres/4/Récit.html'), readFileSync(site('genres/5/Récit.html')));
    writeFileSync(site('genres/5/Récit.html.br'), brotliCompressSync('page'));
    expect(problems()).toEqual([
      'missing site/genres/0/Récit.html',
      'missing site/genres/1/Récit.html.br',
      'size site/genres/2/Récit.html',
      'size site/genres/3/Récit.html.br',
      'content site/genres/4/Récit.html',
      'content site/genres/5/Récit.html.br',
    ]);
    expect(checkRelease(folder).findings[0]).toMatchObject({ path: '/genres/0/R%C3%A9cit' });
  });

  it('finds browser files or compressed variants that are missing or changed', () => {
    rmSync(site('robots.txt'));
    truncateSync(site('_astro/a.js.gz'), 20);
    expect(problems()).toEqual(['content site/_astro/a.js', 'missing site/robots.txt']);
  });

  it('finds files that are not in the manifest', () => {
    mkdirSync(site('genres/9'));
    writeFileSync(site('genres/9/Récit.html'), 'a page that was removed');
    writeFileSync(site('genres/0/Récit.html.gz'), 'no page has this form');
    writeFileSync(site('.htpasswd'), '');
    expect(problems().sort()).toEqual([
      'extra site/.htpasswd',
      'extra site/genres/0/Récit.html.gz',
      'extra site/genres/9/Récit.html',
    ]);
  });

  it('reads the requested number of pages, which differ in each run, and compares the sizes of all pages', () => {
    writeFileSync(site('index.html'), 'PAGE /');
    truncateSync(site('404.html'), 1);
    expect(checkRelease(folder, { sample: 5, random: () => 0 })).toMatchObject({ read: 5, found: 2 });
    expect(problems({ sample: 5, random: () => 0.9 })).toEqual(['size site/404.html']);
    expect(checkRelease(folder, { sample: 0 })).toMatchObject({ read: 0, found: 1 });
  });

  it('finds page counts that differ between release.json and the manifest', () => {
    const sql = openSql(join(folder, 'manifest.db'));
    sql.run(`DELETE FROM pages WHERE path = '/404'`);
    sql.close();
    expect(problems()).toEqual(['totals release.json', 'extra site/404.html', 'extra site/404.html.br']);
  });

  it('finds an unreadable manifest or release.json', () => {
    appendFileSync(join(folder, 'release.json'), '}');
    expect(problems()).toEqual(['manifest release.json']);
    truncateSync(join(folder, 'manifest.db'), 5000);
    expect(problems()).toEqual(['manifest manifest.db']);
    rmSync(join(folder, 'manifest.db'));
    expect(problems()).toEqual(['manifest manifest.db']);
    expect(checkRelease(join(releases, 'none')).findings).toMatchObject([{ file: 'release.json', what: 'is missing' }]);
  });
});
