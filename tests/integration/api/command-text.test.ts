import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createWriter,
  openStore,
  type Store,
  storedBook,
  storedBooks,
  storedChapters,
  storedTakedown,
} from '#src/api/index.ts';
import { invitations } from '#src/api/store/visitors/invitations.ts';
import { command as admin } from '#src/commands/admin/admin.command.ts';
import { command as content } from '#src/commands/content/content.command.ts';
import { command as importing } from '#src/commands/content/import.command.ts';
import { command as seed } from '#src/commands/content/seed.command.ts';
import { command as store } from '#src/commands/content/store.command.ts';
import type { Command } from '#src/lib/cli.ts';
import { ConfigError, LecternError } from '#src/lib/errors.ts';
import { placeOfUnstorableText } from '#src/lib/storable-text.ts';
import { ODD, UNSTORABLE } from '../../helpers/hostile-text.ts';
import { newDatabase } from '../../helpers/test-store.ts';
import { examples, someOf } from '../../slow-tests.ts';
import { item, makeEpub, prose, SVG } from '../../unit/api/epub/make-epub.ts';
import { book } from './fixture.ts';

let folder: string;
let opened: Store;
let address: string | undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-command-text-'));
  const server = process.env['LECTERN_TEST_POSTGRES'];
  address = server === undefined ? undefined : await newDatabase(server);
  opened = await openStore(join(folder, 'api'), address);
  const writer = createWriter(opened);
  await writer.transaction(() => writer.putBook(book('1')));
});
afterAll(async () => {
  await opened.close();
  await rm(folder, { recursive: true, force: true });
});

// Vitest restores environment variables after each test, so they are set before each test.
beforeEach(() => {
  vi.stubEnv('LECTERN_STATE', folder);
  vi.stubEnv('LECTERN_UPSTREAM', undefined);
  vi.stubEnv('LECTERN_STORE', address);
});

interface Ended {
  /** What the command wrote to standard output. */
  readonly printed: string;
  readonly error: unknown;
  readonly code: number;
}

/** Runs a command as `runCommand` does, in this process. */
async function run<const O extends ParseArgsOptionsConfig>(
  command: Command<O>,
  args: readonly string[],
): Promise<Ended> {
  let printed = '';
  const write = (text: unknown) => {
    printed += String(text);
    return true;
  };
  const spies = [process.stdout, process.stderr].map((stream) => vi.spyOn(stream, 'write').mockImplementation(write));
  try {
    const { options, positionals = false } = command;
    const parsed = parseArgs({ options, args: [...args], allowPositionals: positionals });
    const code = (await command.run(parsed.values as never, parsed.positionals)) ?? 0;
    return { printed, error: undefined, code };
  } catch (error) {
    return { printed, error, code: error instanceof LecternError ? error.exitCode : 1 };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

/**
 * Expects an error that an operator understands: our own error with a sentence, not a message of a database or of Node.
 */
function expectClear({ error, code }: Ended, context: string): void {
  expect(error, context).toBeInstanceOf(LecternError);
  expect(code, context).toBeGreaterThan(0);
  expect((error as LecternError).message, context).toMatch(/\w+ .*\w/s);
  expect((error as LecternError).message, context).not.toMatch(DATABASE_MESSAGE);
}

const DATABASE_MESSAGE = /SQLITE|invalid byte sequence|invalid input syntax|syntax error|too long for|at Object/;

const hostileText = fc
  .array(
    fc.constantFrom(
      ...UNSTORABLE,
      ...ODD.filter((text) => text.length < 100),
      'a'.repeat(5000),
      '\n',
      '\r\n',
      '\u2028',
      ' ',
      ',',
      'a',
      '😀',
    ),
    { minLength: 1, maxLength: 5 },
  )
  .map((pieces) => pieces.join(''));

const BOOK_TEXTS = [
  'title',
  'author',
  'introduction',
  'category',
  'sub-category',
  'genres',
  'tags',
  'keywords',
  'language',
] as const;
const everyField = { rating: '', hot: '', status: '', brands: '' };

describe('npm run content -- edit with hostile text', () => {
  it('either stores the text, or ends with a clear error and changes nothing', async () => {
    const field = fc.constantFrom(...BOOK_TEXTS, ...Object.keys(everyField));
    const stored = () => storedBook(opened.catalogue, 1);
    await fc.assert(
      fc.asyncProperty(field, hostileText, async (name, text) => {
        const before = await stored();
        const ended = await run(content, ['edit', '1', `--${name}=${text}`]);
        const after = await stored();
        const context = `--${name}=${JSON.stringify(text.slice(0, 80))}: ${ended.printed} ${ended.error}`;
        expect(placeOfUnstorableText(after), context).toBeUndefined();
        if (ended.error === undefined) {
          expect(placeOfUnstorableText(text), context).toBeUndefined();
          if (['title', 'introduction', 'category'].includes(name))
            expect(after?.[name as 'title'], context).toBe(text);
        } else {
          expectClear(ended, context);
          expect(after, context).toEqual(before);
        }
      }),
      { numRuns: examples(200) },
    );
  });

  it.each([
    ['list', (text: string) => ['list', text]],
    ['show', (text: string) => ['show', text]],
    ['log', (text: string) => ['log', text]],
    ['publish', (text: string) => ['publish', text]],
    ['publish --chapter', (text: string) => ['publish', '1', `--chapter=${text}`]],
    ['schedule --at', (text: string) => ['schedule', '1', `--at=${text}`]],
    ['allow', (text: string) => ['allow', text]],
    ['delete', (text: string) => ['delete', text]],
    ['whose action is the text', (text: string) => [text]],
    ['--limit', (text: string) => ['list', `--limit=${text}`]],
    ['show, with the text as an extra argument', (text: string) => ['show', '1', text]],
  ])('handles hostile text in a command: %s', async (_name, args) => {
    const before = await storedBook(opened.catalogue, 1);
    for (const text of [...UNSTORABLE, ...ODD, 'a\nb', '\u2028']) {
      if (text.startsWith('-')) continue;
      const ended = await run(content, args(text));
      if (ended.error !== undefined) expectClear(ended, `${text.slice(0, 40)}: ${ended.error}`);
    }
    expect(await storedBook(opened.catalogue, 1)).toEqual(before);
  });
});

describe('npm run content -- takedown, with hostile text in --reason,', () => {
  const TEXT_LENGTH_LIMIT = 2000;
  let count = 0;

  it('takes the book down with that reason, or ends with a usage error and changes nothing', async () => {
    const texts = fc.oneof(fc.constantFrom(...UNSTORABLE, ...ODD), hostileText);
    await fc.assert(
      fc.asyncProperty(texts, fc.boolean(), async (text, dryRun) => {
        if (text.startsWith('-')) return;
        count += 1;
        const writer = createWriter(opened);
        const key = `taken-${count}`;
        await writer.transaction(() => writer.putBook(book(key)));
        const id = (await storedBooks(opened.catalogue, `Title ${key}`, 1))[0]?.id ?? 0;
        const ended = await run(content, [
          'takedown',
          String(id),
          `--reason=${text}`,
          ...(dryRun && placeOfUnstorableText(text) !== undefined ? ['--dry-run'] : []),
        ]);
        const context = `${JSON.stringify(text.slice(0, 80))}: ${ended.printed} ${ended.error}`;
        const takedown = await storedTakedown(opened.catalogue, id);
        const reason = text.trim();
        const isValid =
          reason !== '' && reason.length <= TEXT_LENGTH_LIMIT && placeOfUnstorableText(reason) === undefined;
        if (isValid) {
          expect(ended.error, context).toBeUndefined();
          expect(takedown?.reason, context).toBe(reason);
        } else {
          expectClear(ended, context);
          expect(ended.error, context).toBeInstanceOf(ConfigError);
          expect([takedown, (await storedBook(opened.catalogue, id))?.id], context).toEqual([undefined, id]);
        }
      }),
      { numRuns: examples(60) },
    );
  });
});

describe('npm run import, with hostile text in an EPUB,', () => {
  const books = () => storedBooks(opened.catalogue, '', 10_000);
  const attribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  /** How the text is written in the book's XML: directly, or as references to characters. */
  const spellings = {
    direct: (text: string) => attribute(text),
    decimal: (text: string) => Array.from(text, (one) => `&#${one.codePointAt(0)};`).join(''),
    hexadecimal: (text: string) => Array.from(text, (one) => `&#x${one.codePointAt(0)?.toString(16)};`).join(''),
    raw: (text: string) => text,
  } as const;
  const PLACES = [
    'title',
    'creator',
    'description',
    'subject',
    'language',
    'identifier',
    'date',
    'series',
    'contents',
    'heading',
    'text',
    'picture',
    'href',
    'file',
    'folder',
    'cover',
    'archive',
  ] as const;
  type Place = (typeof PLACES)[number];
  /** Names in an archive have at most 65,535 bytes. */
  const MAX_NAME_LENGTH = 15_000;

  function epubWith(places: readonly Place[], text: string, serial: number): Uint8Array {
    const at = (place: Place, otherwise: string) => (places.includes(place) ? text : otherwise);
    const nameAt = (place: Place, otherwise: string) => at(place, otherwise).slice(0, MAX_NAME_LENGTH);
    const name = nameAt('href', 'one.xhtml');
    const file = nameAt('file', 'lamp.svg');
    const extra = text.slice(0, MAX_NAME_LENGTH);
    const picture = at('picture', 'Lamp');
    const body = `<h2>${at('heading', 'One')}</h2>${prose()}<p>${at('text', 'It rained.')}</p>
      <p><img src="${file}" alt="${picture}" title="${picture}"/></p>`;
    return makeEpub({
      documents: { [name]: body },
      nav: item(name, at('contents', 'One')),
      metadata: `<dc:identifier id="uid">${at('identifier', `urn:isbn:97800${serial}`)}</dc:identifier>
        <dc:title>${at('title', `Lamp ${serial}`)}</dc:title><dc:creator>${at('creator', 'Ada Quill')}</dc:creator>
        <dc:description>${at('description', 'A lamp.')}</dc:description><dc:subject>${at('subject', 'Fantasy')}</dc:subject>
        <dc:language>${at('language', 'en')}</dc:language><dc:date>${at('date', '2020')}</dc:date>
        <meta name="calibre:series" content="${at('series', 'Lamps')}"/><meta name="cover" content="${at('cover', 'pic')}"/>`,
      manifest: `<item id="${at('cover', 'pic')}" href="${file}" media-type="image/svg+xml"/>`,
      files: {
        [`OEBPS/${file}`]: SVG,
        [`${nameAt('folder', 'extra')}/more.txt`]: 'more',
        ...(places.includes('archive') ? { [extra]: 'x', [`../${extra}`]: 'x', [`${extra}/`]: '' } : {}),
      },
    });
  }

  let count = 0;
  it('stores a book with storable text, or refuses the file with a reason and stores nothing', async () => {
    const spelling = fc.constantFrom(...(Object.keys(spellings) as (keyof typeof spellings)[]));
    const long = fc
      .tuple(fc.constantFrom(79, 199, 299, 1999, 19_999, 200_000), fc.constantFrom('😀', '\ud83d', '\0', '\u202e'))
      .map(([length, end]) => 'a'.repeat(length) + end);
    const text = fc.oneof(fc.constantFrom(...UNSTORABLE, ...ODD), hostileText, long);
    const places = fc.subarray([...PLACES], { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(places, text, spelling, async (where, hostile, how) => {
        count += 1;
        const file = join(folder, `hostile-${count}.epub`);
        await writeFile(file, epubWith(where, spellings[how](hostile), count));
        const before = await books();
        const ended = await run(importing, ['--different', '--json', file]);
        const after = await books();
        const context = `${where} ${how} ${JSON.stringify(hostile.slice(0, 60))}: ${ended.printed} ${ended.error}`;
        expect(ended.error, context).toBeUndefined();
        expect(ended.printed, context).not.toMatch(DATABASE_MESSAGE);
        expect(placeOfUnstorableText(after), context).toBeUndefined();
        if (ended.code !== 0) {
          expect(ended.printed, context).toMatch(/refused .*: .*\w/);
          expect(after, context).toEqual(before);
          return;
        }
        const id = Math.max(...after.map((one) => one.id));
        expect(after.length, context).toBe(before.length + 1);
        expect(placeOfUnstorableText(await storedBook(opened.catalogue, id)), context).toBeUndefined();
        expect(placeOfUnstorableText(await storedChapters(opened.catalogue, id)), context).toBeUndefined();
      }),
      { numRuns: examples(160) },
    );
  });
});

describe('npm run import with hostile text', () => {
  const books = () => storedBooks(opened.catalogue, '', 10_000);
  let count = 0;

  it('either stores a book with the text of the file, or rejects the file with the reason', async () => {
    const kind = fc.constantFrom('txt', 'md', 'html');
    await fc.assert(
      fc.asyncProperty(kind, hostileText, hostileText, async (extension, title, text) => {
        count += 1;
        const file = join(folder, `file-${count}.${extension}`);
        await writeFile(file, `${title}\n\nChapter 1\n\nA lamp was lit. ${text}\n\nNobody came back for it.\n`);
        const before = await books();
        const ended = await run(importing, ['--different', '--encoding=utf-8', '--language=en', '--json', file]);
        const context = `${JSON.stringify(`${title.slice(0, 60)}|${text.slice(0, 60)}`)}: ${ended.printed} ${ended.error}`;
        expect(ended.error, context).toBeUndefined();
        const after = await books();
        expect(placeOfUnstorableText(after), context).toBeUndefined();
        if (ended.code !== 0) {
          expect(ended.printed, context).toMatch(/refused .*: .*\w/);
          expect(after, context).toEqual(before);
          return;
        }
        const id = Math.max(...after.map((one) => one.id));
        expect(placeOfUnstorableText(await storedChapters(opened.catalogue, id)), context).toBeUndefined();
      }),
      { numRuns: examples(40) },
    );
  });

  it.each([
    'title',
    'author',
    'language',
    'encoding',
    'chapter-pattern',
    'section',
    'brands',
    'book',
    'edition-of',
    'as',
    'plan',
  ])('stores a valid book or nothing for hostile text in --%s', async (option) => {
    const file = join(folder, 'lamp.txt');
    await writeFile(file, 'Chapter 1\n\nA lamp was lit.\n\nChapter 2\n\nNobody came.\n');
    for (const text of someTexts()) {
      const before = await books();
      const ended = await run(importing, [`--${option}=${text}`, file]);
      const after = await books();
      const context = `--${option}=${JSON.stringify(text.slice(0, 60))}: ${ended.printed} ${ended.error}`;
      expect(placeOfUnstorableText(after), context).toBeUndefined();
      if (ended.error !== undefined) expectClear(ended, context);
      if (ended.code !== 0) expect(after, context).toEqual(before);
    }
  });

  it('either imports a file whose plan contains the text, or rejects the file with the reason', async () => {
    const [file, plan] = [join(folder, 'planned.txt'), join(folder, 'plan.json')];
    await writeFile(file, 'Chapter 1\n\nA lamp was lit.\n');
    for (const text of someTexts())
      for (const field of ['title', 'author', 'language', 'chapterPattern', 'fingerprint', 'chapter']) {
        const pieces = [{ chapter: 0, from: 0, to: 1 }];
        const chapters = [{ title: field === 'chapter' ? text : 'One', pieces }];
        await writeFile(plan, JSON.stringify({ title: 'Planned', [field]: text, chapters }));
        const before = await books();
        const ended = await run(importing, ['--different', '--plan', plan, file]);
        const after = await books();
        const context = `${field}=${JSON.stringify(text.slice(0, 60))}: ${ended.printed} ${ended.error}`;
        expect(placeOfUnstorableText(after), context).toBeUndefined();
        if (ended.error !== undefined) expectClear(ended, context);
        if (ended.code !== 0) expect(after, context).toEqual(before);
      }
  });
});

const TEXTS = ['a\0b', 'x\udfff', '"', 'a\nb', '\u202eabc', '\ufffe', '%', ' ', 'a'.repeat(5000), '😀'];
let field = 0;
const someTexts = () => someOf(TEXTS, field++);

describe('npm run admin with hostile text', () => {
  it('invites valid email addresses, and otherwise stores nothing', async () => {
    await fc.assert(
      fc.asyncProperty(
        hostileText,
        fc.constantFrom('owner', 'x\0', '%'),
        fc.boolean(),
        async (text, role, isAddress) => {
          const before = await invitations(opened.visitors);
          const email = isAddress ? `${text}@example.org` : text;
          if (email.startsWith('-')) return;
          const ended = await run(admin, ['grant', email, role]);
          const after = await invitations(opened.visitors);
          const context = `${JSON.stringify(email.slice(0, 60))}: ${ended.printed} ${ended.error}`;
          expect(placeOfUnstorableText(after), context).toBeUndefined();
          if (ended.error === undefined) return;
          expectClear(ended, context);
          expect(after, context).toEqual(before);
        },
      ),
      { numRuns: examples(60) },
    );
  });

  it.each([
    ['revoke', (text: string) => ['revoke', text]],
    ['grant --accounts', (text: string) => ['grant', 'ann@example.org', 'owner', `--accounts=${text}`]],
    ['grant with an extra argument', (text: string) => ['grant', 'ann@example.org', 'owner', text]],
  ])('rejects the text in: %s', async (_name, args) => {
    for (const text of [...UNSTORABLE, ...ODD])
      expectClear(await run(admin, args(text)), JSON.stringify(text.slice(0, 60)));
  });
});

describe('npm run seed and npm run store with hostile text', () => {
  it.each([
    [seed, (text: string) => [`--seed=${text}`, '--books=1']],
    [seed, (text: string) => [`--books=${text}`]],
    [store, (text: string) => [text]],
    [store, (text: string) => ['copy', `--from=${text}`, '--to=sqlite']],
    [store, (text: string) => ['copy', '--from=sqlite', `--to=${text}`]],
  ] as const)('end with a usage error (case %#)', async (command, args) => {
    for (const text of [...UNSTORABLE, ...ODD]) {
      // Texts of this form are valid seeds.
      if (/^[\w.-]{1,40}$/.test(text)) continue;
      const ended = await run(command as Command<ParseArgsOptionsConfig>, args(text));
      expectClear(ended, `${JSON.stringify(text.slice(0, 60))}: ${ended.error}`);
      expect(ended.error).toBeInstanceOf(ConfigError);
    }
  });
});
