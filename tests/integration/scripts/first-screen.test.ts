import { existsSync, readdirSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SetupState } from '#src/admin/contract/first-screen.ts';
import { openStore } from '#src/api/index.ts';
import { sql } from '#src/api/store/sql.ts';
import { command } from '../../helpers/commands.ts';
import { seededState, type TestState, testState } from '../../helpers/test-state.ts';
import { type Program, runProgram } from './program.ts';
import { writeEpubs, writeText } from './setup-books.ts';

const SHARED = join(import.meta.dirname, '../../../var/test/shared');
const PASSWORD = 'correct horse battery lantern';
const ANSWERS = {
  name: 'Acme Reads',
  colour: '#7a3cff',
  locales: ['en', 'es'],
  hosts: ['www.acme.example'],
  email: 'Ann@Example.com',
};

const LINK = /^ {2}(http:\/\/localhost:\d+)\/#\/setup\/([\w-]+)$/m;

let folder: string;
const states: TestState[] = [];
const running = new Set<Program>();
beforeAll(async () => {
  folder = join(tmpdir(), `lectern-first-screen-${process.pid}`);
  await writeEpubs(join(folder, 'books'), 'en', ['The Raft', 'The Lamp', 'The Mill', 'The Gate']);
  await writeEpubs(join(folder, 'books'), 'es', ['La Balsa']);
  await writeText(join(folder, 'books'), 'Quiet Water');
});
afterAll(async () => {
  for (const program of running) await program.stop();
  for (const state of states) await state.remove();
  await rm(folder, { recursive: true, force: true });
});

/** Creates a state folder that shares the built page of the admin with other tests. */
async function newState(create = testState): Promise<string> {
  const state = await create();
  states.push(state);
  await mkdir(join(SHARED, 'admin-page'), { recursive: true });
  await symlink(join(SHARED, 'admin-page'), join(state.folder, 'admin-page'));
  return state.folder;
}

interface Browser {
  readonly origin: string;
  /** Uses the link. @returns the status */
  open(): Promise<number>;
  send(method: string, path: string, body?: unknown): Promise<Response>;
  state(): Promise<SetupState>;
}

function startAdmin(state: string): Program {
  const program = runProgram('admin', ['--port', '0'], state, { LECTERN_BRANDS: '' });
  running.add(program);
  return program;
}

/** Starts the admin, and sends what a browser would send. */
async function startFirstScreen(state: string): Promise<Browser & { readonly program: Program }> {
  const program = startAdmin(state);
  const [, origin = '', token = ''] = await program.says(LINK);
  let cookie = '';
  const send: Browser['send'] = (method, path, body) =>
    fetch(`${origin}/api/setup${path}`, {
      method,
      headers: {
        origin,
        cookie,
        ...(body !== undefined && {
          'content-type': Buffer.isBuffer(body) ? 'application/octet-stream' : 'application/json',
        }),
      },
      ...(body !== undefined && { body: Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body) }),
    });
  return {
    program,
    origin,
    async open() {
      const response = await send('POST', '/open', { token });
      cookie = response.headers.get('set-cookie')?.split(';')[0] ?? '';
      return response.status;
    },
    send,
    state: async () => (await send('GET', '')).json() as Promise<SetupState>,
  };
}

/** Uses the link of a browser a second time. @returns the status */
async function reuseLink({ origin, program }: { origin: string; program: Program }): Promise<number> {
  const token = LINK.exec(program.out())?.[2];
  const response = await fetch(`${origin}/api/setup/open`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  return response.status;
}

async function stop(program: Program): Promise<void> {
  expect(await program.stop()).toBe(0);
  running.delete(program);
}

async function upload({ send, state }: Browser): Promise<void> {
  const names = (await readdir(join(folder, 'books'))).sort();
  const files = await Promise.all(
    names.map(async (path) => ({ path, size: (await stat(join(folder, 'books', path))).size })),
  );
  expect((await send('POST', '/books', { files })).status).toBe(201);
  for (const [index, name] of names.entries())
    expect((await send('PUT', `/books/${index}`, await readFile(join(folder, 'books', name)))).status).toBe(204);
  expect((await send('POST', '/books/read')).status).toBe(202);
  await expect.poll(async () => (await state()).books.state, { timeout: 60_000 }).toBe('read');
}

async function create(browser: Browser, more = {}): Promise<SetupState> {
  expect((await browser.send('POST', '/create', { password: PASSWORD, ...more })).status).toBe(202);
  let last: SetupState | undefined;
  await expect
    .poll(
      async () => {
        last = await browser.state();
        return last.phase;
      },
      { timeout: 120_000, interval: 100 },
    )
    .not.toBe('creating');
  if (!last) throw new Error('expected a state');
  return last;
}

async function contentOf(state: string): Promise<{ titles: string[]; staff: unknown[] }> {
  const store = await openStore(join(state, 'api'));
  try {
    const books = await store.catalogue.all<{ title: string }>(sql`SELECT title FROM books ORDER BY title`);
    const staff = await store.visitors.all(sql`SELECT u.email, s.role FROM staff s JOIN users u ON u.id = s.user_id`);
    return { titles: books.map(({ title }) => title), staff };
  } finally {
    await store.close();
  }
}

const TITLES = ['La Balsa', 'Quiet Water', 'The Gate', 'The Lamp', 'The Mill', 'The Raft'];
const OWNER = { email: 'ann@example.com', role: 'owner' };

describe('npm run admin on an installation without a site', () => {
  let state: string;
  let browser: Awaited<ReturnType<typeof startFirstScreen>>;
  beforeAll(async () => {
    state = await newState();
    browser = await startFirstScreen(state);
  });

  it('offers a first screen, whose link works once', async () => {
    expect(await browser.open()).toBe(204);
    expect(await reuseLink(browser)).toBe(410);
    expect(await (await fetch(browser.origin)).text()).toContain('<div id="root">');
    expect(existsSync(join(state, 'api'))).toBe(false);
  });

  it('saves answers, checks them, and reads uploaded books', async () => {
    const first = await browser.send('PUT', '/answers', { name: 'Acme Reads', colour: 'blurple' });
    expect(await first.json()).toMatchObject({
      suggestedId: 'acme-reads',
      fields: { colour: expect.stringMatching(/is not a colour/), email: 'Enter your email address.' },
    });
    const second = await browser.send('PUT', '/answers', ANSWERS);
    expect(await second.json()).toMatchObject({ fields: {}, colours: { given: '#7a3cff' } });
    await upload(browser);
    const { found } = (await browser.state()).books;
    expect(found?.books.map(({ title, locale }) => [title, locale])).toEqual([
      ['La Balsa', 'es'],
      ['Quiet Water', 'en'],
      ['The Gate', 'en'],
      ['The Lamp', 'en'],
      ['The Mill', 'en'],
      ['The Raft', 'en'],
    ]);
    expect(existsSync(join(state, 'api'))).toBe(false);
  });

  it('previews the brand with its drawn logo and cover', async () => {
    const { brand } = await (await browser.send('GET', '/preview')).json();
    expect(brand).toMatchObject({
      id: 'acme-reads',
      name: 'Acme Reads',
      folder: join(state, 'brands/acme-reads'),
      publicAddress: 'https://www.acme.example/',
    });
    for (const picture of [brand.logo, brand.cover, brand.icon])
      expect(Buffer.from(picture.replace('data:image/svg+xml;base64,', ''), 'base64').toString()).toMatch(/^<svg/);
    expect(brand.colours.headerContrast).toBeGreaterThan(4.5);
    expect(existsSync(join(state, 'brands'))).toBe(false);
  });

  it('creates the site, and then serves the admin at the same address', async () => {
    const { phase, created } = await create(browser);
    expect([phase, created]).toEqual([
      'created',
      {
        name: 'Acme Reads',
        address: 'http://localhost:4321/',
        email: 'ann@example.com',
        books: 6,
        refused: [],
        aside: null,
      },
    ]);
    const port = new URL(browser.origin).port;
    await browser.program.says(new RegExp(`^http://127\\.0\\.0\\.1:${port}$`, 'm'));
    expect((await browser.send('GET', '')).status).toBe(404);
    const signIn = await fetch(`${browser.origin}/api/session`, {
      method: 'POST',
      headers: { origin: browser.origin, 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ann@example.com', password: PASSWORD }),
    });
    expect(await signIn.json()).toMatchObject({ user: { role: 'owner' }, second_factor_required: true });
    await stop(browser.program);
    expect(await contentOf(state)).toEqual({ titles: TITLES, staff: [OWNER] });
    expect(readdirSync(state).sort()).toEqual(['admin-page', 'api', 'brands', 'bundle']);
  });

  it('starts the admin without a first screen from then on', async () => {
    const program = startAdmin(state);
    await program.says(/^http:\/\/127\.0\.0\.1:\d+$/m);
    expect(program.out()).not.toContain('/setup/');
    await stop(program);
  });
});

describe('the first screen after an interruption', () => {
  it('still knows the answers and the uploaded books, but not the old link', async () => {
    const state = await newState();
    const first = await startFirstScreen(state);
    await first.open();
    await first.send('PUT', '/answers', ANSWERS);
    await upload(first);
    first.program.child.kill('SIGKILL');
    await first.program.ended();
    running.delete(first.program);
    expect((await stat(join(state, 'setup.json'))).mode & 0o777).toBe(0o600);

    const second = await startFirstScreen(state);
    expect(LINK.exec(second.program.out())?.[2]).not.toBe(LINK.exec(first.program.out())?.[2]);
    await second.open();
    const before = await second.state();
    expect(before.answers).toMatchObject({ name: 'Acme Reads', email: 'ann@example.com' });
    expect(before.books).toMatchObject({ state: 'sending', files: 6 });
    expect((await second.send('POST', '/books/read')).status).toBe(202);
    await expect.poll(async () => (await second.state()).books.state, { timeout: 60_000 }).toBe('read');
    expect((await create(second)).created).toMatchObject({ books: 6 });
    await second.program.says(/^http:\/\/127\.0\.0\.1:\d+$/m);
    await stop(second.program);
    expect(await contentOf(state)).toEqual({ titles: TITLES, staff: [OWNER] });
  });

  it('adds the books and the account to a brand that was already written', async () => {
    const state = await newState();
    const args = ['--yes', '--name', 'Acme Reads', '--colour', 'teal', '--books', join(folder, 'books')];
    const program = runProgram('setup', args, state, { LECTERN_BRANDS: '' });
    running.add(program);
    while (!program.err().includes('added '))
      await Promise.race([program.ended(), new Promise((r) => setTimeout(r, 20))]);
    program.child.kill('SIGKILL');
    await program.ended();
    running.delete(program);

    const browser = await startFirstScreen(state);
    await browser.open();
    const { existing, books } = await browser.state();
    expect(existing.brand).toEqual({ name: 'Acme Reads', locales: ['en'] });
    expect(books).toMatchObject({ folder: join(folder, 'books') });
    await browser.send('PUT', '/answers', { email: 'ann@example.com' });
    expect(await (await browser.send('GET', '/preview')).json()).toEqual({ brand: null });
    expect((await create(browser)).created).toMatchObject({ name: 'Acme Reads', email: 'ann@example.com' });
    await stop(browser.program);
    expect(await contentOf(state)).toEqual({ titles: TITLES, staff: [OWNER] });
  });
});

describe('the first screen with demo books in the store', () => {
  it('explains that npm start must be stopped, and then moves the store aside', async () => {
    const state = await newState(seededState);
    const browser = await startFirstScreen(state);
    await browser.open();
    await browser.send('PUT', '/answers', ANSWERS);
    expect((await browser.state()).existing.moved).toMatchObject({ ownBooks: 0 });
    const store = await openStore(join(state, 'api'));
    expect(await create(browser)).toMatchObject({ phase: 'failed', error: expect.stringContaining('Stop npm start') });
    await store.close();
    expect(existsSync(join(state, 'brands'))).toBe(false);
    const { created } = await create(browser);
    expect(existsSync(join(created?.aside ?? '', 'catalogue.db'))).toBe(true);
    await stop(browser.program);
    expect(await contentOf(state)).toEqual({ titles: [], staff: [OWNER] });
  });

  it('does not exist once the demo site has a staff account', async () => {
    const state = await newState(seededState);
    await command('admin', ['grant', 'bob@example.com', 'owner'], { LECTERN_STATE: state, LECTERN_BRANDS: '' });
    const program = startAdmin(state);
    await program.says(/^http:\/\/127\.0\.0\.1:\d+$/m);
    expect(program.out()).not.toContain('/setup/');
    await stop(program);
  });
});
