import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FoundBook, FoundBooks } from '#src/admin/contract/first-screen.ts';
import { terminalOf } from '../../../../src/commands/brand/brand-questions.ts';
import { type SetupAnswers, writeAnswers } from '../../../../src/commands/setup/answers.ts';
import { askForSite } from '../../../../src/commands/setup/questions.ts';
import { booksText, unseenText } from '../../../../src/commands/setup/setup-text.ts';
import { draftBrand, idOf } from '../../../../src/commands/setup/site-draft.ts';

let state: string;
beforeAll(() => {
  state = mkdtempSync(join(tmpdir(), 'lectern-setup-'));
});
afterAll(() => rmSync(state, { recursive: true, force: true }));

describe('idOf', () => {
  it.each([
    ['Acme Reads', 'acme-reads'],
    ["Ann's Books", 'anns-books'],
    ['Truyện Đêm', 'truyen-em'],
    ['7 Seas', 'seas'],
    ['读书', ''],
    ['A very long name for a site that goes on', 'a-very-long-name-for-a-site-tha'],
  ])('derives an id from "%s"', (name, id) => expect(idOf(name)).toBe(id));
});

describe('draftBrand', () => {
  const answers: SetupAnswers = { id: 'acme', name: 'Acme', colour: 'teal' };
  const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 32"><path d="M0 0h120v32z"/></svg>`;

  it('creates a brand that shows only its own books', async () => {
    const { files } = await draftBrand(answers, state);
    expect(files['brand.ts']).toContain("appName: 'Acme'");
    expect(files['brand.ts']).not.toContain('catalogue');
  });

  it('uses a logo and a cover of the operator instead of drawing them', async () => {
    const logo = join(state, 'my.svg');
    writeFileSync(logo, LOGO);
    const { files } = await draftBrand({ ...answers, name: '读书', logo }, state);
    expect(Buffer.from(files['assets/logo.svg'] ?? '').toString()).toBe(LOGO);
    expect(files['brand.ts']).toContain("appName: '读书'");
  });

  it('chooses another typeface if the default one lacks a letter of the name', async () => {
    const { wish } = await draftBrand({ ...answers, name: 'Truyện' }, state);
    expect(wish.face).not.toBe('outfit');
  });
});

describe('askForSite', () => {
  const PASSWORD = 'correct horse battery lantern';
  const NONE = { brand: false, books: false, account: false };
  const BOOK: FoundBook = {
    file: 'balsa.epub',
    title: 'La Balsa',
    author: 'Mara Lind',
    language: 'es',
    locale: 'es',
    chapters: 3,
    sections: 0,
    words: 900,
    decision: null,
    notes: [],
  };
  const FOUND: FoundBooks = { books: [BOOK], refused: [] };

  let found: FoundBooks;
  let saved: SetupAnswers[];
  let shown: string;
  beforeEach(() => {
    found = FOUND;
    saved = [];
    shown = '';
  });

  /** Answers the questions with lines, one after each question. */
  async function ask(lines: readonly string[], earlier: SetupAnswers = {}, given: SetupAnswers = {}, done = NONE) {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const rest = [...lines];
    output.on('data', (chunk: Buffer) => {
      shown += chunk;
      if (!/: $/.test(String(chunk))) return;
      const line = rest.shift();
      if (line === undefined) input.end();
      else setImmediate(() => input.write(`${line}\n`));
    });
    const terminal = terminalOf(input, output, 'Setup was interrupted.');
    try {
      const context = { terminal, state, origin: 'http://localhost:4400', given, done };
      return await askForSite(earlier, {
        ...context,
        save: async (answers) => void saved.push(answers),
        preview: async () => found,
      });
    } finally {
      terminal.close();
    }
  }

  it('suggests an id, domains and the languages of the books', async () => {
    const lines = ['Acme Reads', '', 'teal', '', '', '', state, '', 'ann@example.com', PASSWORD, PASSWORD];
    const { answers, password } = await ask(lines);
    expect(answers).toEqual({
      name: 'Acme Reads',
      id: 'acme-reads',
      colour: 'teal',
      hosts: ['www.acme-reads.example'],
      logo: '',
      cover: '',
      books: state,
      locales: ['en', 'es'],
      email: 'ann@example.com',
    });
    expect(password).toBe(PASSWORD);
    expect(saved.at(-1)).toEqual(answers);
  });

  it('suggests Indonesian for Indonesian books', async () => {
    found = { books: [{ ...BOOK, language: 'id', locale: 'id' }], refused: [] };
    const lines = ['Acme Reads', '', 'teal', '', '', '', state, '', 'ann@example.com', PASSWORD, PASSWORD];
    expect((await ask(lines)).answers.locales).toEqual(['en', 'id']);
  });

  it('never shows or saves the password', async () => {
    await ask(['Acme', '', 'teal', '', '', '', '-', '', 'ann@example.com', PASSWORD, PASSWORD]);
    expect(shown).toContain('Password (at least 12 characters, not shown): ');
    expect(shown).not.toContain(PASSWORD);
    expect(JSON.stringify(saved)).not.toContain(PASSWORD);
  });

  it('does not echo the password on a terminal, but echoes other answers', async () => {
    const [input, output] = [new PassThrough(), Object.assign(new PassThrough(), { isTTY: true })];
    let screen = '';
    output.on('data', (chunk: Buffer) => {
      screen += chunk;
    });
    const terminal = terminalOf(input, output);
    const name = terminal.ask('Name', '', () => undefined);
    for (const key of 'Acme\r') input.write(key);
    expect(await name).toBe('Acme');
    const secret = terminal.askSecret('Password', () => undefined);
    for (const key of `${PASSWORD}\r`) input.write(key);
    expect(await secret).toBe(PASSWORD);
    terminal.close();
    expect(screen).toContain('Name: ');
    expect(stripVTControlCharacters(screen)).toContain('Acme');
    expect(screen).toContain('Password: ');
    for (const word of PASSWORD.split(' ')) expect(screen).not.toContain(word);
  });

  it('explains an invalid answer and asks again', async () => {
    const lines = ['', 'Acme', 'Acme!', 'acme', 'blurple', 'teal', 'https://acme.example', '', 'none.svg', '', ''];
    const rest = [join(state, 'none'), '-', 'es', 'en', 'ann', 'ann@example.com', 'short', PASSWORD, 'other', PASSWORD];
    const { answers } = await ask([...lines, ...rest]);
    expect(answers).toMatchObject({ id: 'acme', colour: 'teal', logo: '', books: '', locales: ['en'] });
    for (const message of [
      'Enter a value.',
      'must be lower-case letters',
      'is not a colour',
      'must be a host name',
      'none.svg does not exist',
      'Enter the path of a folder with books.',
      'must begin with "en"',
      'must be a complete email address',
      'at least 12 characters',
      'It differs from the first one.',
    ])
      expect(shown).toContain(message);
  });

  it('suggests the answers of an interrupted setup', async () => {
    const earlier = { name: 'Acme', id: 'acme', colour: 'teal', hosts: ['acme.example'], email: 'ann@example.com' };
    const { answers } = await ask(['', '', '', '', '', '', '-', '', '', PASSWORD, PASSWORD], earlier);
    expect(answers).toMatchObject(earlier);
  });

  it('asks only for what no option and no existing part answers', async () => {
    const given = { books: state, email: '' };
    const { answers } = await ask([], {}, given, { ...NONE, brand: true });
    expect(answers).toEqual(given);
    expect(shown).toBe('');
  });

  it('keeps the answers if the input ends', async () => {
    await expect(ask(['Acme', 'acme'])).rejects.toThrow('Setup was interrupted.');
    expect(saved.at(-1)).toEqual({ name: 'Acme', id: 'acme' });
    await writeAnswers(state, saved.at(-1) ?? {});
  });

  it('lists books that need a decision, files that cannot be read, and languages that the site lacks', () => {
    const found = {
      books: [BOOK, { ...BOOK, title: 'Rain', decision: 'The encoding is uncertain.' }],
      refused: [{ file: 'x.epub', reason: 'It is damaged.' }],
    };
    const text = booksText(found);
    expect(text).toContain('1 book can be imported:\n  La Balsa by Mara Lind (es), 3 chapters, 900 words');
    expect(text).toContain('  ? Rain (balsa.epub)\n      The encoding is uncertain.');
    expect(text).toContain('  ! x.epub: It is damaged.');
    expect(unseenText(found, ['en'])).toContain(
      '1 book would not be shown, because the site lacks their language: Español',
    );
    expect(unseenText(found, ['en', 'es'])).toBe('');
  });
});
