import {
  type BookChanges,
  createWriter,
  deletedBook,
  type Publication,
  type Store,
  storedBook,
  storedChapters,
  storedTakedown,
} from '#src/api/index.ts';
import { type Brand, brandById, readBrands } from '#src/brand/registry.ts';
import type { Config } from '#src/config/config.ts';
import { placeOf } from '#src/contract/locales.ts';
import { ConfigError, LecternError } from '#src/lib/errors.ts';
import { createLog } from '#src/lib/log.ts';
import { type ContentSwitches, countOf } from './content-options.ts';
import { pagesChangedBy } from './content-preview.ts';
import type { ContentChange } from './content-text.ts';

/** An action of `npm run content` with its arguments. */
export interface ContentRequest {
  readonly config: Config;
  readonly store: Store;
  readonly switches: ContentSwitches;
  readonly action: string;
  readonly argument: string | undefined;
}

/** Returns the book with the id in an argument. @throws ConfigError if it does not exist */
export async function knownBook(store: Store, argument: string | undefined) {
  const id = countOf('The id of the book', argument);
  const book = await storedBook(store.catalogue, id);
  if (book) return book;
  throw new ConfigError(`Book ${id} does not exist. Search with: npm run content -- list TEXT`);
}

/** Changes fields of a book. */
export async function edit(request: ContentRequest, changes: BookChanges): Promise<ContentChange> {
  if (Object.keys(changes).length === 0)
    throw new ConfigError('No field given. Add the fields to change, such as --title "New title".');
  const brands = await readBrands(request.config);
  for (const id of changes.brands ?? []) brandById(brands, id);
  const { language } = changes;
  const place = language && placeOf({ language }, await knownBook(request.store, request.argument));
  return change(request, (writer, key) => writer.editBook(key, { ...changes, ...place }));
}

/** Publishes, schedules or hides a book, or a chapter of it with `--chapter`. */
export async function publish(request: ContentRequest, publication: Publication): Promise<ContentChange> {
  const { store, switches, argument } = request;
  if (switches.chapter === undefined) return change(request, (writer, key) => writer.publishBook(key, publication));
  const { id, title } = await knownBook(store, argument);
  const chapter = countOf('--chapter', switches.chapter);
  if (!(await storedChapters(store.catalogue, id)).some((entry) => entry.id === chapter))
    throw new ConfigError(
      `Book ${id} "${title}" has no chapter ${chapter}. List its chapters: npm run content -- show ${id}`,
    );
  return change(request, (writer, key) => writer.publishChapter(key, chapter, publication));
}

type Writer = ReturnType<typeof createWriter>;
type Work = (writer: Writer, key: string) => Promise<boolean>;

async function writeOn<T>(store: Store, work: (writer: Writer) => Promise<T>): Promise<T> {
  const writer = createWriter(store, { command: 'content' });
  return refusedAsUsage(() => writer.transaction(() => work(writer)));
}

/** Makes a change in the store. With `--live`, also publishes it; with `--dry-run`, only returns what would change. */
export async function change(request: ContentRequest, work: Work): Promise<ContentChange> {
  const { store, switches, action, argument } = request;
  const { id, title, key, brands: before } = await knownBook(store, argument);
  const write = (on: Store) => writeOn(on, (writer) => work(writer, key));
  const book = { id, title };
  if (switches['dry-run']) return { action, book, ...(await preview(request, write)) };
  const changed = await write(store);
  if (!switches.live || !changed) return { action, book, changed };
  const after = (await storedBook(store.catalogue, id))?.brands;
  return { action, book, changed, published: await publishOf(request, before, after) };
}

type BrandList = readonly string[] | null;

/** Publishes the live sites of all brands that offered the book before the change or offer it now. */
async function publishOf({ config }: ContentRequest, before: BrandList, after: BrandList = before) {
  const { served: brands } = await readBrands(config);
  const isOffered = ({ id, catalogue }: Brand) =>
    catalogue === 'whole' || before === null || after === null || [...before, ...after].includes(id);
  const { publishNow, withRebuild } = await import('../nights/publish-now.ts');
  const log = createLog('warn');
  const chosen = brands.filter(isOffered);
  return withRebuild({ config, brands, log }, (rebuild) => publishNow({ config, rebuild, chosen, log }));
}

/** Returns the pages that a change would affect. */
async function preview({ config }: ContentRequest, write: (on: Store) => Promise<boolean>) {
  const { served: brands } = await readBrands(config);
  const log = createLog('warn');
  // Imported here so that other actions do not load the server and the rebuild.
  const [{ startEmbedded }, { composeRebuild }] = await Promise.all([
    import('../api/embedded-api.ts'),
    import('../rebuild/rebuild.ts'),
  ]);
  let changed = false;
  const trial = {
    state: config.state,
    store: config.store,
    brands,
    startApi: (state: string) => startEmbedded({ ...config, state }, log),
    rebuild: (state: string, origin: string) => composeRebuild(config, brands, origin, log, state),
  };
  const pages = await pagesChangedBy(trial, async (copy) => {
    changed = await write(copy);
  });
  return { changed, pages };
}

/** Takes a book down everywhere, immediately. Completes the takedown if an earlier attempt was interrupted. */
export async function takeDownBook(request: ContentRequest): Promise<ContentChange> {
  const { config, store, switches, action, argument } = request;
  const id = countOf('The id of the book', argument);
  const target =
    (await storedTakedown(store.catalogue, id)) ??
    (await deletedBook(store.catalogue, id)) ??
    (await knownBook(store, argument));
  const { title, key } = target;
  const reason = switches.reason?.trim() ?? null;
  if (reason === '') throw new ConfigError('--reason is empty. Name the law or demand, or omit it for 410.');
  if (switches['dry-run'])
    return {
      action,
      book: { id, title },
      ...(await preview(request, (on) => writeOn(on, (writer) => writer.takeDownBook(key, reason)))),
    };
  const { served: brands } = await readBrands(config);
  const [{ takeDown }, { withRebuild }] = await Promise.all([
    import('./takedown.ts'),
    import('../nights/publish-now.ts'),
  ]);
  const log = createLog('warn');
  const takedown = await refusedAsUsage(() =>
    withRebuild({ config, brands, log }, (rebuild) =>
      takeDown({ config, store, brands, rebuild, log }, target, reason),
    ),
  );
  return { action, book: { id, title }, changed: true, ...takedown };
}

/** Allows a book that was taken down to be imported again. */
export async function allow({ store, action, argument }: ContentRequest): Promise<ContentChange> {
  const id = countOf('The id of the book', argument);
  const takedown = await storedTakedown(store.catalogue, id);
  if (!takedown) throw new ConfigError(`Book ${id} was not taken down.`);
  return {
    action,
    book: { id, title: takedown.title },
    changed: await writeOn(store, (writer) => writer.allowBook(takedown.key)),
  };
}

/** Runs `work`. If it rejects a value because of the contract, throws a usage error instead. */
async function refusedAsUsage<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof LecternError && error.code === 'STORE_REFUSED')
      throw new ConfigError(error.message, { cause: error });
    throw error;
  }
}
