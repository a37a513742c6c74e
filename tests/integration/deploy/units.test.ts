import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandNames } from '../../../scripts/bootstrap/commands.mjs';
import { ensureSystemdAnalyze } from '../../../scripts/testing/web-servers.ts';

const ROOT = join(import.meta.dirname, '../../..');
const UNITS = join(ROOT, 'deploy/systemd');
const NAMES = readdirSync(UNITS);
const textOf = (name: string) => readFileSync(join(UNITS, name), 'utf8');

/** Units that run as the service user. Only the unit that reloads the web server runs as root. */
const SERVICES = NAMES.filter((name) => name.endsWith('.service') && /^User=lectern$/m.test(textOf(name)));

let analyze: string;
/** Folder with copies of the units that name programs of this machine, because systemd checks that programs exist. */
let folder: string;

beforeAll(async () => {
  analyze = await ensureSystemdAnalyze();
  folder = mkdtempSync(join(tmpdir(), 'lectern-units-'));
  for (const name of NAMES) {
    const edited = textOf(name)
      .replaceAll('/usr/bin/node', process.execPath)
      .replaceAll('/usr/local/sbin/', `${ROOT}/deploy/`);
    writeFileSync(join(folder, name), edited);
  }
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true }));

const run = (...args: string[]) =>
  spawnSync(analyze, args, { encoding: 'utf8', env: { ...process.env, TERM: 'dumb' } });

describe('the systemd units', () => {
  it('exist for the site, API, rebuild, nightly process, backup, worker, and the follower of a release store', () => {
    expect(SERVICES).toEqual(
      ['api', 'backup', 'follow', 'nightly', 'rebuild', 'site@', 'worker'].map((name) => `lectern-${name}.service`),
    );
  });

  it('are valid', { timeout: 120_000 }, () => {
    const { status, stdout, stderr } = run('verify', '--man=no', ...NAMES.map((name) => join(folder, name)));
    expect(`${stdout}${stderr}`).toBe('');
    expect(status).toBe(0);
  });

  it.each(SERVICES)('restrict %s to an exposure level of at most 2.0', { timeout: 120_000 }, (name) => {
    const { status, stdout } = run('security', '--offline=true', '--no-pager', '--threshold=20', join(folder, name));
    expect(stdout).toMatch(/Overall exposure level for \S+: [01]\.\d OK/);
    expect(status).toBe(0);
  });

  it.each(SERVICES)('run an existing command in %s, and send the stop signal only to its main process', (name) => {
    const [, command = ''] = /^ExecStart=\/usr\/bin\/node scripts\/run\.mjs (\S+)/m.exec(textOf(name)) ?? [];
    expect(commandNames(ROOT)).toContain(command);
    expect(textOf(name)).toContain('\nKillMode=mixed\n');
    expect(textOf(name)).toContain('\nUMask=0077\n');
  });
});
