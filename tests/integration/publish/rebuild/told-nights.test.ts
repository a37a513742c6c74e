import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSql } from '#src/lib/sqlite.ts';
import { readNights } from '#src/publish/nights/index.ts';
import { liveId } from '#src/publish/release/index.ts';
import { command } from '../../../helpers/commands.ts';
import { type SmallApi, startSmallApi } from '../../../helpers/small-api.ts';
import { type TestState, testState } from '../../../helpers/test-state.ts';

let api: SmallApi;
let state: TestState;

beforeAll(async () => {
  api = await startSmallApi(120);
  state = await testState();
});
afterAll(async () => {
  await state.remove();
  await api.close();
});

const brand = 'freenovel';
const inState = (...names: string[]) => join(state.folder, ...names);
const run = (name: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  command(name, args, {
    LECTERN_STATE: state.folder,
    LECTERN_UPSTREAM: api.origin,
    LECTERN_NIGHT_COMMAND: `cat >> '${inState('alerts')}'`,
    ...env,
  });
const lastNight = () => readNights(state.folder, { brand, last: 1 })[0];

/** Returns the alerts that the hook has received since the last check. */
function alerts(): unknown[] {
  if (!existsSync(inState('alerts'))) return [];
  const lines = readFileSync(inState('alerts'), 'utf8').trim().split('\n').filter(Boolean);
  writeFileSync(inState('alerts'), '');
  return lines.map((line) => JSON.parse(line));
}

function edit(sql: string) {
  const database = openSql(inState('nights.db'));
  database.exec(sql);
  database.close();
}

describe('the outcome of a nightly rebuild', () => {
  it("is recorded with exit code 5 and without an alert if the web server's configuration could not be updated", async () => {
    const ended = await run('rebuild', ['--brand', brand, '--json'], {
      LECTERN_PROXY_CONFIG: '--server nginx --out /proc/lectern/nginx.conf',
    });
    expect(ended).toMatchObject({ code: 5, stderr: expect.stringContaining('was not updated') });
    expect(lastNight()).toMatchObject({
      outcome: 'published',
      exitCode: 5,
      release: liveId(inState(brand)),
      reasons: [expect.stringContaining('was not updated')],
    });
    expect(lastNight()?.pages?.rendered).toBeGreaterThan(50);
    expect(alerts()).toEqual([]);
  });

  it('is passed to the hook and emailed if the publish guard rejects the release', async () => {
    const live = liveId(inState(brand));
    await api.write(async (writer) => {
      for (let book = 40; book < 120; book += 1) await writer.removeBook(`book-${book}`);
    });
    const ended = await run('rebuild', ['--brand', brand, '--json'], {
      LECTERN_NIGHT_MAIL: 'operator@example.com',
      LECTERN_MAIL_DIR: inState('mails'),
    });
    expect(ended).toMatchObject({ code: 4, stderr: expect.stringContaining('books-lost') });
    const reasons = expect.arrayContaining([expect.stringMatching(/^books-lost: /)]);
    expect(lastNight()).toMatchObject({ outcome: 'refused', exitCode: 4, release: live, pages: null, reasons });
    expect(alerts()).toEqual([
      expect.objectContaining({ brand, outcome: 'refused', exitCode: 4, release: live, reasons }),
    ]);
    const [file = '', ...more] = readdirSync(inState('mails')).filter((name) => name.endsWith('.eml'));
    expect(more).toEqual([]);
    const mail = readFileSync(inState('mails', file), 'utf8');
    expect(mail).toContain('To: operator@example.com\r\n');
    expect(mail).toContain(`Subject: The night of ${brand} was refused by the publish guard\r\n`);
  });
});

describe('npm run nights -- --check', () => {
  const check = async (id: string, env: NodeJS.ProcessEnv = {}) => {
    const { code, stdout } = await run('nights', ['--check', '--brand', id, '--json'], env);
    return { code, said: JSON.parse(stdout), alerts: alerts() };
  };

  it('reports nothing if a rebuild has succeeded or was already reported', async () => {
    expect(await check(brand)).toMatchObject({ code: 0, said: [{ brand, outcome: 'good' }], alerts: [] });
    edit("UPDATE nights SET outcome = 'refused', reasons = '[]'");
    expect(await check(brand)).toMatchObject({ code: 1, said: [{ outcome: 'refused' }], alerts: [] });
  });

  it('does not report a brand that has never been rebuilt', async () => {
    const reasons = ['Nothing is published yet. Run: npm run rebuild -- --brand tibok'];
    const said = [{ brand: 'tibok', outcome: 'new', started: null, reasons }];
    expect(await check('tibok')).toEqual({ code: 0, said, alerts: [] });
  });

  it('runs the hooks if no rebuild has started', async () => {
    edit(`INSERT INTO nights (brand, mode, process, started, ended, outcome, exit_code)
      VALUES ('tibok', 'night', '', '2026-01-01T00:00:00.000Z', '2026-01-01T00:01:00.000Z', 'unchanged', 0)`);
    const reasons = [expect.stringMatching(/No run of the whole site started in the last 26 hours/)];
    const alert = { brand: 'tibok', outcome: 'missing', exitCode: null, release: null, reasons };
    expect(await check('tibok')).toEqual({
      code: 1,
      said: [{ brand: 'tibok', outcome: 'missing', started: null, reasons }],
      alerts: [{ ...alert, at: expect.any(String) }],
    });
  });

  it('runs the hooks and sends an email if a rebuild was killed', async () => {
    const { pid } = spawnSync('true');
    edit(`UPDATE nights SET outcome = NULL, ended = NULL, exit_code = NULL, process = '${pid}:1'`);
    const mails: string[] = [];
    const server = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      onData: (stream, _session, done) =>
        void text(stream).then((mail) => {
          mails.push(mail);
          done();
        }),
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const { port } = server.server.address() as AddressInfo;
    try {
      const checked = await check(brand, {
        LECTERN_NIGHT_MAIL: 'operator@example.com',
        LECTERN_MAIL_SMTP: `smtp://127.0.0.1:${port}`,
        LECTERN_MAIL_FROM: 'nights@example.com',
      });
      expect(checked).toMatchObject({ code: 1, said: [{ outcome: 'lost' }] });
      expect(checked.alerts).toEqual([
        expect.objectContaining({ brand, outcome: 'lost', exitCode: null, release: liveId(inState(brand)) }),
      ]);
      expect(mails).toEqual([expect.stringMatching(/^From: Lectern <nights@example\.com>\r$/m)]);
      expect(mails[0]).toMatch(/^To: operator@example\.com\r$/m);
      expect(mails[0]).toContain(`Subject: The night of ${brand} ended without a result`);
      const body = Buffer.from(mails[0]?.split('\r\n\r\n')[1] ?? '', 'base64').toString();
      expect(body).toMatch(/was killed, or the machine went down.*Release \S+ stays live\.\nSee: npm run nights/s);
    } finally {
      await new Promise<void>((resolve) => server.close(resolve));
    }
  });
});
