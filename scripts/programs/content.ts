import { join } from 'node:path';
import {
  auditLog,
  type BookChanges,
  createWriter,
  openStore,
  type Publication,
  type Store,
  storedBook,
  storedBooks,
  storedChapters,
} from '#src/api/index.ts';
import { brandById, loadBrands } from '#src/brand/registry.ts';
import { type Config, getConfig } from '#src/lib/config.ts';
import { ConfigError, EXIT, LecternError } from '#src/lib/errors.ts';
import { createLog } from '#src/lib/log.ts';
import { bookChanges, type ContentSwitches, countOf, momentOf } from './content-options.ts';
import { pagesChangedBy } from './content-preview.ts';
import { booksText, bookText, type ContentChange, changeText, logText } from './content-text.ts';

/** Runs one action on the content of the embedded API and prints what it answers. @returns the exit code */
export async function runContent(positionals: readonly string[], switches: ContentSwitches): Promise<number> {
  const [action = '', argument, ...more] = positionals;
  const config = getConfig(process.env);
  if (config.upstream !== undefined)
    throw new ConfigError('LECTERN_UPSTREAM is set: the content is kept by that upstream, change it there.');
  if (more.length > 0) throw new ConfigError(`"${more[0]}" is too much. ${ACTIONS}`);
  const store = openStore(join(config.state, 'api'));
  try {
    const { value, text } = await answer({ config, store, switches, action, argument });
    process.stdout.write(`${switches.json ? JSON.stringify(value) : text}\n`);
    return EXIT.done;
  } finally {
    store.close();
  }
}

const ACTIONS =
  'Use: list [TEXT], show ID, log [ID], edit ID FIELDS, publish ID, unpublish ID, schedule ID --at MOMENT or delete ID.';

interface Request {
  readonly config: Config;
  readonly store: Store;
  readonly switches: ContentSwitches;
  readonly action: string;
  readonly argument: string | undefined;
}

interface Answer {
  readonly value: unknown;
  readonly text: string;
}

async function answer(request: Request): Promise<Answer> {
  const { store, switches, action, argument } = request;
  const limit = countOf('--limit', switches.limit);
  const changes = bookChanges(switches);
  if (switches.at !== undefined && action !== 'schedule') throw new ConfigError('--at is given to schedule alone.');
  if (switches.chapter !== undefined && !['publish', 'unpublish', 'schedule'].includes(action))
    throw new ConfigError('--chapter is given to publish, unpublish and schedule alone.');
  if (action !== 'edit' && Object.keys(changes).length > 0)
    throw new ConfigError('Fields are given to edit alone: npm run content -- edit ID FIELDS.');
  switch (action) {
    case 'list':
      return show(storedBooks(store.catalogue, argument ?? '', limit), booksText);
    case 'log': {
      const book = argument === undefined ? undefined : countOf('The id', argument);
      return show(auditLog(store.catalogue, book, limit), logText);
    }
    case 'show':
      return show(withChapters(store, knownBook(store, argument)), bookText);
    case 'edit':
      return show(await edit(request, changes), changeText);
    case 'publish':
      return show(await publish(request, 'published'), changeText);
    case 'unpublish':
      return show(await publish(request, 'draft'), changeText);
    case 'schedule':
      return show(await publish(request, momentOf(switches.at, new Date())), changeText);
    case 'delete':
      return show(await change(request, (writer, key) => writer.removeBook(key)), changeText);
    default:
      throw new ConfigError(`There is no action "${action}". ${ACTIONS}`);
  }
}

const show = <T>(value: T, toText: (value: T) => string): Answer => ({ value, text: toText(value) });

/** @throws ConfigError where there is no such book */
function knownBook(store: Store, argument: string | undefined) {
  const id = countOf('The id of the book', argument);
  const book = storedBook(store.catalogue, id);
  if (book) return book;
  throw new ConfigError(`There is no book ${id}. Find it with: npm run content -- list TEXT`);
}

async function edit(request: Request, changes: BookChanges): Promise<ContentChange> {
  if (Object.keys(changes).length === 0) throw new ConfigError('Say what to change, such as --title "New title".');
  const brands = await loadBrands(request.config.brands);
  for (const id of changes.brands ?? []) brandById(brands, id);
  return change(request, (writer, key) => writer.editBook(key, changes));
}

const withChapters = (store: Store, book: ReturnType<typeof knownBook>) => ({
  ...book,
  chapter_list: storedChapters(store.catalogue, book.id),
});

/** Publishes, schedules or hides a book, or the chapter of it that is named. */
function publish(request: Request, publication: Publication): Promise<ContentChange> {
  const { store, switches, argument } = request;
  if (switches.chapter === undefined) return change(request, (writer, key) => writer.publishBook(key, publication));
  const { id, title } = knownBook(store, argument);
  const chapter = countOf('--chapter', switches.chapter);
  if (!storedChapters(store.catalogue, id).some((one) => one.id === chapter))
    throw new ConfigError(
      `Book ${id} "${title}" has no chapter ${chapter}. Its chapters: npm run content -- show ${id}`,
    );
  return change(request, (writer, key) => writer.publishChapter(key, chapter, publication));
}

type Work = (writer: ReturnType<typeof createWriter>, key: string) => boolean;

/** Does the work, or with `--dry-run` tells what it would change. */
async function change({ config, store, switches, action, argument }: Request, work: Work): Promise<ContentChange> {
  const { id, title, key } = knownBook(store, argument);
  const write = (on: Store) => {
    const writer = createWriter(on, { command: 'content' });
    return refusedAsUsage(() => writer.transaction(() => work(writer, key)));
  };
  const book = { id, title };
  if (!switches['dry-run']) return { action, book, changed: write(store) };
  const brands = await loadBrands(config.brands);
  const log = createLog('warn');
  // Loaded here alone: every other action is quick without the code of server and rebuild.
  const [{ startEmbedded }, { composeRebuild }] = await Promise.all([
    import('./embedded-api.ts'),
    import('./rebuild.ts'),
  ]);
  let changed = false;
  const trial = {
    state: config.state,
    brands,
    startApi: (state: string) => startEmbedded({ ...config, state }, log),
    rebuild: (state: string, origin: string) => composeRebuild(config, brands, origin, log, state),
  };
  const pages = await pagesChangedBy(trial, (copy) => {
    changed = write(copy);
  });
  return { action, book, changed, pages };
}

/** A value that the contract could not show is wrong use. */
function refusedAsUsage<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof LecternError && error.code === 'STORE_REFUSED')
      throw new ConfigError(error.message, { cause: error });
    throw error;
  }
}
