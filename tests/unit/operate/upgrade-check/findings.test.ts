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
} from '../../../../src/operate/upgrade-check/findings.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-upgrade-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const levels = (findings: readonly Finding[]) => findings.map(({ level }) => level);

function setVersion(file: string, version: number): void {
  const sql = openSql(join(folder, file));
  sql.exec(`PRAGMA user_version = ${version}`);
  sql.close();
}

describe('the check before an upgrade', () => {
  it('stops for an outdated Node.js', () => {
    expect(nodeFinding('v20.9.0')).toMatchObject({ level: 'stop', message: expect.stringContaining('needs 24') });
    expect(nodeFinding('v24.21.0').level).toBe('good');
  });

  it('stops for a database from a newer version, but not from an older one', async () => {
    await (await openStore(join(folder, 'api'))).close();
    expect(levels(schemaFindings(folder))).toEqual(['good', 'good']);
    setVersion('api/catalogue.db', 1);
    setVersion('api/visitors.db', 999);
    const [catalogue, visitors] = schemaFindings(folder);
    expect(catalogue).toMatchObject({
      level: 'note',
      message: expect.stringMatching(/from version 1 to \d+.*backup first/),
    });
    expect(visitors).toMatchObject({ level: 'stop', message: expect.stringContaining('has version 999') });
  });

  it('reports no schemas for a state folder without an embedded API', () => {
    expect(schemaFindings(folder)).toEqual([]);
  });

  it('stops for brands that the new version rejects or does not contain', async () => {
    expect(levels(await brandFindings(resolve('brands'), resolve('.')))).toEqual(['good']);
    const brands = join(folder, 'brands');
    cpSync('brands/local', join(brands, 'local'), { recursive: true });
    expect(await brandFindings(brands, resolve('.'))).toContainEqual({
      level: 'stop',
      subject: 'brand',
      message: `freenovel is in ${resolve('.')}/brands but not in ${brands}: copy it, or it will no longer be served.`,
    });
    writeFileSync(join(brands, 'local/layout.css'), '.a { colour: red }');
    expect(levels(await brandFindings(brands))).toEqual(['stop']);
    expect(levels(await brandFindings(join(folder, 'none')))).toEqual(['stop']);
  });

  it('reports removed, misspelt and invalid settings', () => {
    const from = join(folder, 'old');
    mkdirSync(join(from, 'src/config'), { recursive: true });
    writeFileSync(join(from, 'src/config/config.ts'), "env['LECTERN_OLD_NAME']");
    const env = { LECTERN_STATE: folder, LECTERN_OLD_NAME: '1', LECTERN_STAET: 'x', PATH: '/bin' };
    expect(settingFindings(env, resolve('.'), from)).toEqual([
      {
        level: 'stop',
        subject: 'setting',
        message: expect.stringContaining('LECTERN_OLD_NAME was removed or renamed'),
      },
      { level: 'note', subject: 'setting', message: expect.stringContaining('LECTERN_STAET is not a setting') },
    ]);
    expect(settingFindings({ LECTERN_UPSTREAM: 'nowhere' }, resolve('.'))).toEqual([
      { level: 'stop', subject: 'setting', message: expect.stringContaining('LECTERN_UPSTREAM is "nowhere"') },
    ]);
    expect(levels(settingFindings({ LECTERN_DRAIN_SECONDS: '2' }, resolve('.')))).toEqual(['good']);
  });

  it('lists the brands whose pages will be rendered again', () => {
    const live = [
      { brand: 'ash', bundle: 'old', pages: 700, bytes: 1 },
      { brand: 'oak', bundle: 'new', pages: 5, bytes: 1 },
    ];
    const [ash, oak] = pageFindings(live, 'new');
    expect(ash).toMatchObject({ level: 'note', message: expect.stringContaining('ash: 700 pages are rendered again') });
    expect(oak?.level).toBe('good');
  });

  it('stops if the disk lacks space for releases, a backup and a checkout', async () => {
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
