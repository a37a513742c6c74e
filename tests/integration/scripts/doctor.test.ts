import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWriter, openStore } from '#src/api/index.ts';
import { silentLog } from '#src/lib/log.ts';
import { openSql } from '#src/lib/sqlite.ts';
import { beginNight } from '#src/publish/nights/index.ts';
import { createTally } from '#src/publish/rebuild/index.ts';
import { findingsText } from '../../../src/commands/doctor/doctor.ts';
import { endOf } from '../../../src/commands/nights/recorded-run.ts';
import { examine } from '../../../src/operate/doctor/examine.ts';
import type { Finding } from '../../../src/operate/doctor/finding.ts';
import { type SmallApi, smallBook, startSmallApi } from '../../helpers/small-api.ts';
import { type SmallRebuild, smallRebuild } from '../../helpers/small-rebuild.ts';

let api: SmallApi;
let site: SmallRebuild;
let env: Record<string, string>;

beforeAll(async () => {
  api = await startSmallApi(60);
  site = await smallRebuild(api.origin);
  const record = beginNight({ state: site.state, brand: 'freenovel', mode: 'night', log: silentLog });
  record.end(endOf(await site.run(), createTally()));
  const brands = join(site.state, 'brands');
  cpSync(resolve('brands/freenovel'), join(brands, 'freenovel'), { recursive: true });
  env = { LECTERN_STATE: site.state, LECTERN_BRANDS: brands, LECTERN_UPSTREAM: api.origin, PORT: '0' };
}, 120_000);
afterAll(async () => {
  await site.close();
  await api.close();
});

const runDoctor = (changed: Record<string, string> = {}) =>
  Array.fromAsync(examine(resolve('.'), { ...env, ...changed }));
const findingsOf = (findings: readonly Finding[], check: string) =>
  findings.filter((finding) => finding.check === check);
/** Returns the findings that are errors, after checking that each has a remedy. */
function errorsIn(findings: readonly Finding[]): Finding[] {
  const errors = findings.filter(({ status }) => status === 'wrong');
  expect(errors.filter(({ remedy = '' }) => remedy.length < 10)).toEqual([]);
  return errors;
}

describe('npm run doctor', { timeout: 120_000 }, () => {
  it('reports no problem after a nightly rebuild', async () => {
    const findings = await runDoctor();
    expect(errorsIn(findings)).toEqual([]);
    expect(findingsOf(findings, 'snapshot')).toEqual([
      {
        check: 'snapshot',
        brand: 'freenovel',
        status: 'fine',
        what: 'The snapshot contains all 60 books of the upstream.',
      },
    ]);
    for (const check of ['node', 'code', 'state', 'disk', 'brands', 'upstream', 'clock', 'release', 'night'])
      expect(findingsOf(findings, check)).toEqual([expect.objectContaining({ status: 'fine' })]);
    expect(findingsText(findings)).toMatch(/\nNothing is wrong\.\n$/);
  });

  it('reports that the next rebuild will publish changes', async () => {
    await api.write((writer) => writer.putBook(smallBook(6, { title: 'Xylophone 6' })));
    expect(findingsOf(await runDoctor(), 'snapshot')).toMatchObject([
      { status: 'fine', what: 'The next rebuild pulls 1 change of books.' },
    ]);
    await site.run();
  });

  it('reports a snapshot whose books differ from those of the upstream, and a damaged snapshot', async () => {
    const file = join(site.folder, 'catalogue.db');
    const original = readFileSync(file);
    const sql = openSql(file);
    sql.exec('DELETE FROM books WHERE id = 9');
    sql.close();
    const [finding] = findingsOf(await runDoctor(), 'snapshot');
    expect(finding).toMatchObject({ status: 'wrong', what: expect.stringMatching(/has 59 books and the upstream 60/) });
    expect(finding?.remedy).toContain(`rm ${file} && npm run rebuild -- --brand freenovel`);
    truncateSync(file, 9000);
    expect(findingsOf(await runDoctor(), 'snapshot')).toMatchObject([
      { status: 'wrong', what: expect.stringContaining('damaged') },
    ]);
    writeFileSync(file, original);
  });

  it('reports a damaged page of the live release, a missing release and missing nightly rebuilds', async () => {
    const page = join(site.folder, 'current/site/index.html');
    const html = readFileSync(page);
    rmSync(page);
    expect(errorsIn(await runDoctor())).toMatchObject([
      { check: 'release', what: expect.stringContaining('site/index.html is missing') },
    ]);
    writeFileSync(page, html);
    const nights = join(site.state, 'nights.db');
    const original = readFileSync(nights);
    rmSync(nights);
    expect(errorsIn(await runDoctor())).toMatchObject([
      { check: 'night', what: expect.stringContaining('last 26 hours') },
    ]);
    writeFileSync(nights, original);
    const state = join(site.state, 'other');
    mkdirSync(state);
    expect(errorsIn(await runDoctor({ LECTERN_STATE: state }))).toMatchObject([
      { check: 'release', remedy: 'Create one: npm run rebuild -- --brand freenovel' },
    ]);
  });

  it('reports invalid settings, a broken brand and an unreachable upstream, and still runs the other checks', async () => {
    expect(await runDoctor({ LECTERN_UPSTREAM: 'api' })).toMatchObject([{ check: 'settings', status: 'wrong' }]);
    expect(errorsIn(await runDoctor({ LECTERN_UPSTREAM: 'http://127.0.0.1:9' })).map(({ check }) => check)).toEqual([
      'clock',
      'upstream',
    ]);
    const broken = join(site.state, 'brands/broken');
    mkdirSync(broken);
    writeFileSync(join(broken, 'brand.ts'), 'export default {};');
    const findings = await runDoctor();
    expect(new Set(errorsIn(findings).map(({ check }) => check))).toEqual(new Set(['brands']));
    expect(errorsIn(findings)[0]?.what).toContain('brands/broken/brand.ts');
    expect(findingsOf(findings, 'release')).toMatchObject([{ status: 'fine' }]);
    rmSync(broken, { recursive: true });
  });

  it('reports a missing or outdated web server configuration', async () => {
    const file = join(site.state, 'nginx.conf');
    const LECTERN_PROXY_CONFIG = `--server nginx --certificates /etc/tls --out ${file}`;
    const findings = async () => findingsOf(await runDoctor({ LECTERN_PROXY_CONFIG }), 'web server');
    expect(await findings()).toMatchObject([{ status: 'wrong', what: expect.stringMatching(/no .* yet/) }, {}]);
    writeFileSync(file, 'server {}');
    expect((await findings())[0]).toMatchObject({
      status: 'wrong',
      remedy: expect.stringContaining(LECTERN_PROXY_CONFIG),
    });
  });

  it('reports database rows that were edited outside Lectern, and explains what to do', async () => {
    const state = join(site.state, 'edited');
    const store = await openStore(join(state, 'api'));
    const writer = createWriter(store, { who: 'test' });
    await writer.transaction(() => writer.putBook(smallBook(1, { title: 'Quiet harbour' })));
    await store.close();
    const embedded = { LECTERN_STATE: state, LECTERN_UPSTREAM: '' };
    expect(errorsIn(findingsOf(await runDoctor(embedded), 'store'))).toEqual([]);
    const sql = openSql(join(state, 'api/catalogue.db'));
    sql.exec('UPDATE books SET hot = 99');
    sql.close();
    expect(findingsOf(await runDoctor(embedded), 'store')).toEqual([
      {
        check: 'store',
        status: 'wrong',
        what: expect.stringMatching(/changed books 1 "Quiet harbour" \(update, last 20/),
        remedy: expect.stringContaining('npm run content'),
      },
    ]);
  });

  it('reports books in the section of another language, and lists with books of another language', async () => {
    const state = join(site.state, 'languages');
    const store = await openStore(join(state, 'api'));
    const writer = createWriter(store, { who: 'test' });
    await writer.transaction(async () => {
      for (let number = 0; number < 7; number += 1) {
        const { key } = smallBook(number);
        await writer.putBook(smallBook(number, { title: `Ola ${number}`, language: 'es-MX' }));
        await writer.putShelf({ brand: null, section: 9, name: `Mar ${number}`, style: 'row', books: [key] });
      }
    });
    await store.close();
    const findings = findingsOf(await runDoctor({ LECTERN_STATE: state, LECTERN_UPSTREAM: '' }), 'store');
    expect(errorsIn(findings)).toEqual([
      {
        check: 'store',
        status: 'wrong',
        what: expect.stringMatching(
          /^Books in the section of another language: 1 "Ola 0" \("es-MX" belongs in section 9 \(Español\), but section 7 is English\); 2 .*; 2 more\.$/,
        ),
        remedy: expect.stringContaining('content -- edit ID --language TAG'),
      },
      {
        check: 'store',
        status: 'wrong',
        what: expect.stringMatching(
          /^Books of another language than the list that contains them: shelf 1 "Mar 0" \(Español\) with book 1 "Ola 0" \(English\); .*; 2 more\.$/,
        ),
        remedy: expect.stringContaining('admin'),
      },
    ]);
  });

  it('checks the embedded API without changing its store', async () => {
    const state = join(site.state, 'embedded');
    const store = await openStore(join(state, 'api'));
    await store.close();
    const embedded = { LECTERN_STATE: state, LECTERN_UPSTREAM: '' };
    const findings = await runDoctor(embedded);
    expect(findingsOf(findings, 'store')).toMatchObject([
      { status: 'fine', what: expect.stringMatching(/visitors\.db is undamaged/) },
    ]);
    expect(findingsOf(findings, 'upstream')).toMatchObject([{ status: 'fine' }]);
    const sql = openSql(join(state, 'api/visitors.db'));
    sql.exec('PRAGMA user_version = 999');
    sql.close();
    const newer = await runDoctor(embedded);
    expect(findingsOf(newer, 'store')).toMatchObject([
      { status: 'wrong', what: expect.stringContaining('version 999') },
    ]);
    expect(findingsOf(newer, 'upstream')).toMatchObject([{ status: 'skipped' }]);
    writeFileSync(join(state, 'api/catalogue.db'), 'no database');
    expect(errorsIn(findingsOf(await runDoctor(embedded), 'store'))).toHaveLength(2);
    expect(existsSync(join(state, 'api/mail'))).toBe(false);
  });
});
