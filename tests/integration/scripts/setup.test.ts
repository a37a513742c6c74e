import { existsSync, readdirSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '#src/api/index.ts';
import { sql } from '#src/api/store/sql.ts';
import { getConfig } from '#src/config/config.ts';
import { silentLog } from '#src/lib/log.ts';
import { composeAdmin } from '../../../src/commands/admin/admin.ts';
import { command } from '../../helpers/commands.ts';
import { seededState, type TestState, testState } from '../../helpers/test-state.ts';
import { type Program, runProgram } from './program.ts';
import { writeEpubs, writeText } from './setup-books.ts';

const PASSWORD = 'correct horse battery lantern';
const BRAND = ['--name', 'Acme Reads', '--colour', '#7a3cff', '--locale', 'en,es'];

let folder: string;
const states: TestState[] = [];
const running = new Set<Program>();
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-setup-'));
  await writeEpubs(join(folder, 'books'), 'en', ['The Raft', 'The Lamp', 'The Mill', 'The Gate']);
  await writeEpubs(join(folder, 'books'), 'es', ['La Balsa']);
  await writeText(join(folder, 'books'), 'Quiet Water');
  await writeFile(join(folder, 'password'), `${PASSWORD}\n`);
});
afterAll(async () => {
  for (const program of running) await program.stop();
  for (const state of states) await state.remove();
  await rm(folder, { recursive: true, force: true });
});

const newState = async (create = testState) => {
  const state = await create();
  states.push(state);
  return state.folder;
};

const setup = (state: string, ...args: string[]) =>
  command('setup', args, { LECTERN_STATE: state, LECTERN_BRANDS: '' });

const account = () => ['--email', 'Ann@Example.com', '--password-file', join(folder, 'password')];
const complete = () => ['--yes', ...BRAND, '--books', join(folder, 'books'), ...account()];

/** The titles of the books in a store, and the accounts with a role. */
async function contentOf(state: string): Promise<{ titles: string[]; staff: unknown[] }> {
  const store = await openStore(join(state, 'api'));
  try {
    const books = await store.catalogue.all<{ title: string }>(sql`SELECT title FROM books ORDER BY title`);
    const staff = await store.visitors.all(
      sql`SELECT u.email, u.proven, u.accounts, s.role FROM staff s JOIN users u ON u.id = s.user_id`,
    );
    return { titles: books.map(({ title }) => title), staff };
  } finally {
    await store.close();
  }
}

const TITLES = ['La Balsa', 'Quiet Water', 'The Gate', 'The Lamp', 'The Mill', 'The Raft'];
const OWNER = { email: 'ann@example.com', proven: 1, accounts: 'acme-reads', role: 'owner' };

describe('npm run setup, unattended', () => {
  let state: string;
  beforeAll(async () => {
    state = await newState();
  });

  it('shows what it would create with --dry-run, and writes nothing', async () => {
    const { code, stdout } = await setup(state, ...complete(), '--dry-run');
    expect(stdout).toMatch(/Acme Reads \(acme-reads\)/);
    expect(stdout).toContain('English (en), Español (es)');
    expect(stdout).toContain('Books      6 with 17 chapters and sections');
    expect(stdout).toContain('  The Raft by Mara Lind (en), 3 chapters');
    expect(code).toBe(0);
    expect(readdirSync(state)).toEqual(['bundle']);
  });

  it('creates the brand, imports the folder and adds the first account', async () => {
    const { code, stdout, stderr } = await setup(state, ...complete());
    expect(stderr).not.toContain('refused');
    expect(stdout).toContain('npm start        shows the site at http://localhost:4321/');
    expect(code).toBe(0);
    expect(await contentOf(state)).toEqual({ titles: TITLES, staff: [OWNER] });
    const source = await readFile(join(state, 'brands/acme-reads/brand.ts'), 'utf8');
    expect(source).toContain("locales: ['en', 'es']");
    expect(source).not.toContain('catalogue:');
    expect(readdirSync(state).filter((name) => name.startsWith('setup'))).toEqual([]);
  });

  it('is followed by npm start, which shows the brand and its books at localhost, and no demo data', async () => {
    const program = runProgram('start', ['--port', '0'], state, { LECTERN_BRANDS: '' });
    running.add(program);
    const [, port] = await program.says(/^Lectern is at http:\/\/localhost:(\d+)\/$/m);
    expect(program.out()).not.toContain('Other brands');
    const get = async (path: string) => (await fetch(`http://localhost:${port}${path}`)).text();
    const home = await get('/');
    expect(home).toContain('Acme Reads');
    for (const title of TITLES.slice(1)) expect(home).toContain(title);
    expect(home).not.toContain('La Balsa');
    expect(await get('/es/')).toContain('La Balsa');
    expect(await program.stop()).toBe(0);
    running.delete(program);
    expect((await contentOf(state)).titles).toEqual(TITLES);
  });

  it('lets the first account sign in to the admin, which then asks for a second factor', async () => {
    const config = getConfig({ LECTERN_STATE: state });
    const store = await openStore(join(state, 'api'));
    const admin = await composeAdmin(config, store, silentLog, undefined);
    const origin = await admin.listen(0);
    const signIn = (password: string) =>
      fetch(`${origin}/api/session`, {
        method: 'POST',
        headers: { origin, 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'ann@example.com', password }),
      });
    expect((await signIn('correct horse battery candle')).status).toBe(401);
    const response = await signIn(PASSWORD);
    expect(await response.json()).toMatchObject({
      user: { email: 'ann@example.com', role: 'owner' },
      second_factor_required: true,
    });
    await admin.close();
    await store.close();
  });

  it('explains an existing site and changes nothing when it is repeated', async () => {
    const before = await stat(join(state, 'brands/acme-reads/brand.ts'));
    const { code, stdout } = await setup(state);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^This site is set up already\. Nothing was changed\.\n/);
    expect(stdout).toContain('Acme Reads (acme-reads), English, Español');
    expect(stdout).toContain('Books      6\n');
    expect(stdout).toContain('ann@example.com (owner)');
    const same = await setup(state, ...complete(), '--json');
    expect(JSON.parse(same.stdout)).toMatchObject({ brand: null, account: null });
    expect(JSON.parse(same.stdout).books.map(({ status }: { status: string }) => status)).toEqual(
      TITLES.map(() => 'unchanged'),
    );
    expect(await contentOf(state)).toEqual({ titles: TITLES, staff: [OWNER] });
    expect((await stat(join(state, 'brands/acme-reads/brand.ts'))).mtimeMs).toBe(before.mtimeMs);
  });

  it.each([
    ['another brand', ['--yes', '--name', 'Other Reads', '--colour', 'teal'], 'already has the brand acme-reads'],
    ['another account', ['--yes', '--email', 'bob@example.com'], 'npm run admin -- grant bob@example.com owner'],
  ])('rejects %s on a site that is set up', async (_what, args, message) => {
    const { code, stderr } = await setup(state, ...args);
    expect(stderr).toContain(message);
    expect(stderr).toContain('Nothing was changed.');
    expect(code).toBe(2);
    expect(readdirSync(join(state, 'brands'))).toEqual(['acme-reads']);
  });

  it('adds books to a site that is set up, and reports those that need a decision', async () => {
    const more = join(folder, 'more');
    await writeEpubs(more, 'en', ['The Harbour']);
    await writeFile(join(more, 'damaged.epub'), 'not an archive');
    const { code, stdout, stderr } = await setup(state, '--yes', '--books', more);
    expect(stderr).toContain('damaged.epub');
    expect(stdout).toContain('1 added, 1 not imported');
    expect(code).toBe(1);
    expect((await contentOf(state)).titles).toContain('The Harbour');
  });
});

describe('npm run setup after an interruption', () => {
  it('imports the remaining books and adds the account, without asking for anything again', async () => {
    const state = await newState();
    const titles = Array.from({ length: 12 }, (_, index) => `Volume ${String.fromCharCode(65 + index)}`);
    await writeEpubs(join(folder, 'many'), 'en', titles);
    const args = ['--yes', ...BRAND, '--books', join(folder, 'many'), '--as', 'books', '--email', 'ann@example.com'];
    const program = runProgram('setup', args, state, { LECTERN_BRANDS: '' });
    running.add(program);
    while (!program.err().includes('added '))
      await Promise.race([program.ended(), new Promise((r) => setTimeout(r, 20))]);
    program.child.kill('SIGKILL');
    expect(await program.ended()).toBe('SIGKILL');
    running.delete(program);
    const { titles: stored, staff } = await contentOf(state);
    expect(stored.length).toBeGreaterThan(0);
    expect(stored.length).toBeLessThan(titles.length);
    expect(staff).toEqual([]);
    expect(existsSync(join(state, 'setup.json'))).toBe(true);
    expect((await stat(join(state, 'setup.json'))).mode & 0o777).toBe(0o600);

    const { code, stdout } = await setup(state, '--yes');
    expect(stdout).toMatch(/ann@example\.com is invited as owner[\s\S]*#\/invitation\//);
    expect(code).toBe(0);
    expect((await contentOf(state)).titles).toEqual(titles);
    expect(existsSync(join(state, 'setup.json'))).toBe(false);
  });

  it('reports a damaged file of answers', async () => {
    const state = await newState();
    await writeFile(join(state, 'setup.json'), '{');
    const { code, stderr } = await setup(state, '--yes', ...BRAND);
    expect(stderr).toMatch(/setup\.json is damaged\. Delete it/);
    expect(code).toBe(2);
  });
});

describe('npm run setup with demo books in the store', () => {
  it('moves the store aside and begins with an empty one', async () => {
    const state = await newState(seededState);
    const { stdout, code } = await setup(state, '--yes', ...BRAND, '--json');
    expect(code).toBe(0);
    const { aside } = JSON.parse(stdout);
    expect(existsSync(join(aside, 'catalogue.db'))).toBe(true);
    expect((await contentOf(state)).titles).toEqual([]);
  });

  it('changes nothing if the store also has imported books, unless --fresh is given', async () => {
    const state = await newState(seededState);
    await command('import', [join(folder, 'books/The Raft.epub')], { LECTERN_STATE: state });
    const { stderr, code } = await setup(state, '--yes', ...BRAND);
    expect(stderr).toContain('but also 1 imported books');
    expect(code).toBe(2);
    expect(existsSync(join(state, 'brands'))).toBe(false);
    expect((await setup(state, '--yes', ...BRAND, '--fresh')).code).toBe(0);
    expect((await contentOf(state)).titles).toEqual([]);
  });

  it('changes nothing while another process uses the store', async () => {
    const state = await newState(seededState);
    const store = await openStore(join(state, 'api'));
    const { stderr, code } = await setup(state, '--yes', ...BRAND);
    await store.close();
    expect(stderr).toContain('Stop npm start and the API');
    expect(code).toBe(2);
    expect(existsSync(join(state, 'brands'))).toBe(false);
  });
});

describe('npm run setup with invalid input', () => {
  let state: string;
  beforeAll(async () => {
    state = await newState();
    await writeFile(join(folder, 'short'), 'too short\n');
    await writeFile(join(folder, 'weak'), 'passwordpassword\n');
    await writeFile(join(folder, 'logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"/>');
    await writeFile(join(folder, 'logo.gif'), 'GIF89a');
    await mkdir(join(state, 'novelpad/releases'), { recursive: true });
  });

  const without = (option: string) => BRAND.filter((_, index) => BRAND[index - (index % 2)] !== option);

  it.each<[string, () => string[], RegExp]>([
    ['no name', () => without('--name'), /^Missing: --name, --id\. Add them/],
    ['no colour', () => without('--colour'), /^Missing: --colour\. Add them/],
    ['an invalid colour', () => [...BRAND, '--colour', 'blurple'], /^--colour: is not a colour/],
    ['an invalid id', () => [...BRAND, '--id', 'Acme Reads'], /^--id: .*lower-case letters/],
    ['a reserved id', () => [...BRAND, '--id', 'brands'], /^--id: .*the state folder uses these names/],
    ['the id of a brand with pages', () => [...BRAND, '--id', 'novelpad'], /^--id: .*has pages of another brand/],
    ['an invalid domain', () => [...BRAND, '--host', 'https://acme.example/'], /^--host: .*must be a host name/],
    ['an unknown language', () => [...BRAND, '--locale', 'xx'], /^--locale: /],
    [
      'languages without English',
      () => [...without('--locale'), '--locale', 'es'],
      /^--locale: .*must begin with "en"/,
    ],
    ['a missing logo', () => [...BRAND, '--logo', join(folder, 'none.svg')], /^--logo: .*does not exist/],
    [
      'a logo in the wrong shape',
      () => [...BRAND, '--logo', join(folder, 'logo.svg')],
      /^--logo: .*as logo it must be/,
    ],
    ['a logo in an unknown format', () => [...BRAND, '--logo', join(folder, 'logo.gif')], /^--logo: .*Use SVG/],
    [
      'a name without a typeface',
      () => [...without('--name'), '--id', 'cn', '--name', '读书'],
      /^--name: .*--logo FILE/,
    ],
    ['a missing folder of books', () => [...BRAND, '--books', join(folder, 'none')], /^--books: .*does not exist/],
    ['an unknown reading', () => [...BRAND, '--as', 'poem'], /^--as is "poem"/],
    ['an invalid email address', () => [...BRAND, '--email', 'ann'], /^--email: "ann" must be a complete email/],
    [
      'a missing password file',
      () => [...BRAND, '--email', 'a@example.com', '--password-file', join(folder, 'none')],
      /^--password-file: /,
    ],
    [
      'a short password',
      () => [...BRAND, '--email', 'a@example.com', '--password-file', join(folder, 'short')],
      /at least 12 characters/,
    ],
    [
      'a common password',
      () => [...BRAND, '--email', 'a@example.com', '--password-file', join(folder, 'weak')],
      /too easy to guess/,
    ],
    ['a password without an address', () => [...BRAND, '--password-file', join(folder, 'password')], /needs --email/],
  ])('rejects %s and writes nothing', async (_what, args, message) => {
    const { code, stderr } = await setup(state, '--yes', ...args());
    expect(stderr).toMatch(message);
    expect(code).toBe(2);
    expect(readdirSync(state).sort()).toEqual(['bundle', 'novelpad']);
  });

  it.each([
    ['LECTERN_UPSTREAM', 'http://127.0.0.1:9'],
    ['LECTERN_BRANDS', 'tests/brands/languages'],
  ])('refuses to run with %s', async (name, value) => {
    const { code, stderr } = await command('setup', ['--yes', ...BRAND], {
      LECTERN_STATE: state,
      LECTERN_BRANDS: '',
      [name]: value,
    });
    expect(stderr).toContain(`${name} is set`);
    expect(code).toBe(2);
  });

  it('asks for --yes without a terminal, and shows the summary', async () => {
    const { code, stderr } = await setup(state, ...BRAND);
    expect(stderr).toMatch(/^Setup would create:\n {2}Site {7}Acme Reads/);
    expect(stderr).toContain('Add --yes to create it. Nothing was changed.');
    expect(code).toBe(2);
    expect(readdirSync(state).sort()).toEqual(['bundle', 'novelpad']);
  });
});
