import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '#src/api/index.ts';
import { openSql } from '#src/lib/sqlite.ts';
import {
  brandFindings,
  type Finding,
  nodeFinding,
  pageFindings,
  roomFinding,
  schemaFindings,
  settingFindings,
} from '../../../../scripts/programs/upgrade-findings.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-upgrade-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const levels = (found: readonly Finding[]) => found.map(({ level }) => level);

function setVersion(file: string, version: number): void {
  const sql = openSql(join(folder, file));
  sql.exec(`PRAGMA user_version = ${version}`);
  sql.close();
}

describe('before an upgrade', () => {
  it('a Node that is too old is found', () => {
    expect(nodeFinding('v20.9.0')).toMatchObject({ level: 'stop', message: expect.stringContaining('needs 24') });
    expect(nodeFinding('v24.21.0').level).toBe('good');
  });

  it('a database that a newer version wrote stands against it, an older one is raised', async () => {
    await (await openStore(join(folder, 'api'))).close();
    expect(levels(schemaFindings(folder))).toEqual(['good', 'good']);
    setVersion('api/catalogue.db', 1);
    setVersion('api/visitors.db', 999);
    const [catalogue, visitors] = schemaFindings(folder);
    expect(catalogue).toMatchObject({
      level: 'note',
      message: expect.stringMatching(/from version 1 to \d+.*backup first/),
    });
    expect(visitors).toMatchObject({ level: 'stop', message: expect.stringContaining('is of version 999') });
  });

  it('a state without an embedded API has no schemas', () => {
    expect(schemaFindings(folder)).toEqual([]);
  });

  it('brands that the new version refuses, and those that it lacks, stand against it', async () => {
    expect(levels(await brandFindings(resolve('brands'), resolve('.')))).toEqual(['good']);
    const brands = join(folder, 'brands');
    for (const name of ['fontsource.ts', 'local'])
      cpSync(join('brands', name), join(brands, name), { recursive: true });
    expect(await brandFindings(brands, resolve('.'))).toContainEqual({
      level: 'stop',
      subject: 'brand',
      message: `freenovel is in ${resolve('.')}/brands and not in ${brands}: copy it, or it is served no more.`,
    });
    writeFileSync(join(brands, 'local/layout.css'), '.a { colour: red }');
    expect(levels(await brandFindings(brands))).toEqual(['stop']);
    expect(levels(await brandFindings(join(folder, 'none')))).toEqual(['stop']);
  });

  it('settings that are gone, misspelt or wrong are told', () => {
    const from = join(folder, 'old');
    mkdirSync(join(from, 'src/lib'), { recursive: true });
    writeFileSync(join(from, 'src/lib/config.ts'), "env['LECTERN_OLD_NAME']");
    const env = { LECTERN_STATE: folder, LECTERN_OLD_NAME: '1', LECTERN_STAET: 'x', PATH: '/bin' };
    expect(settingFindings(env, resolve('.'), from)).toEqual([
      { level: 'stop', subject: 'setting', message: expect.stringContaining('LECTERN_OLD_NAME is gone') },
      { level: 'note', subject: 'setting', message: expect.stringContaining('LECTERN_STAET is no setting') },
    ]);
    expect(settingFindings({ LECTERN_UPSTREAM: 'nowhere' }, resolve('.'))).toEqual([
      { level: 'stop', subject: 'setting', message: expect.stringContaining('LECTERN_UPSTREAM is "nowhere"') },
    ]);
    expect(levels(settingFindings({ LECTERN_DRAIN_SECONDS: '2' }, resolve('.')))).toEqual(['good']);
  });

  it('says which brands are rendered anew', () => {
    const live = [
      { brand: 'ash', bundle: 'old', pages: 700, bytes: 1 },
      { brand: 'oak', bundle: 'new', pages: 5, bytes: 1 },
    ];
    const [ash, oak] = pageFindings(live, 'new');
    expect(ash).toMatchObject({ level: 'note', message: expect.stringContaining('ash: 700 pages are rendered anew') });
    expect(oak?.level).toBe('good');
  });

  it('a disk without room for releases, a backup and a checkout stands against it', async () => {
    const live = [{ brand: 'ash', bundle: 'old', pages: 1, bytes: 10 * 2 ** 20 }];
    const finding = await roomFinding(folder, live, { backup: 2 ** 20, checkout: 0 });
    expect(finding).toMatchObject({
      level: 'good',
      message: expect.stringContaining('New releases take up to 16 MiB, a backup 1 MiB'),
    });
    expect((await roomFinding(folder, live, { backup: 2 ** 60, checkout: 0 })).level).toBe('stop');
    expect((await roomFinding(folder, live, { backup: 0, checkout: 2 ** 60 })).level).toBe('stop');
  });
});
