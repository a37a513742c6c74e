import type { Corrections, ReadSettings, StoreRequest } from '#src/admin/contract/imports.ts';
import {
  checkPlan,
  importPlaced,
  keyFor,
  languageProblem,
  PlanError,
  ResemblesError,
  type Resolution,
  reportOf,
  resemblances,
  soughtBook,
} from '#src/api/import/index.ts';
import type { BookPreview } from '#src/api/import/plan/types.ts';
import type { NewBook, SoughtBook } from '#src/api/store/index.ts';
import { isKeyTaken } from '#src/api/store/reads/stored-keys.ts';
import type { StaffAccount } from '#src/api/store/visitors/staff.ts';
import { LecternError } from '#src/lib/errors.ts';
import { storageErrorOf } from '#src/lib/storage-error.ts';
import { AdminError, orNotFound } from '../http/error.ts';
import { type BatchBook, bookSummary } from './batch.ts';
import { sourcesOf } from './sources.ts';
import { type Staged, withBook } from './staged.ts';

/**
 * Checks everything that does not require reading the file again.
 * @throws AdminError invalid for chapters that do not match the preview; conflict if the book resembles a stored one
 * and there is no resolution
 */
export async function checkStorable(staged: Staged, id: string, book: BatchBook, request: StoreRequest): Promise<void> {
  if (book.state !== 'ready' && book.state !== 'failed') throw new AdminError('conflict', WRONG_STATE[book.state]);
  const { corrections, resolution } = request;
  const preview = orNotFound((await staged.folder.preview(id, book.index)) ?? undefined, 'preview');
  const settings = settingsOf(book.settings, corrections);
  const problem = languageProblem(languageOf(settings, preview), request.section);
  if (problem !== undefined) throw new AdminError('invalid', problem, { fields: { section: problem } });
  const question = preview.doubts.find(
    ({ about, isQuestion }) => isQuestion && !(about === 'encoding' && settings.encoding),
  );
  if (question) throw new AdminError('invalid', question.message);
  if (corrections.chapters) {
    if (isReadAgain(book.settings, settings))
      throw new AdminError('invalid', 'Read the file again with the new settings before you correct its chapters.');
    checkChapters(corrections.chapters, preview);
  }
  await checkResolution(staged, id, { book, preview, settings, resolution });
}

const languageOf = (settings: ReadSettings, { language }: BookPreview) =>
  settings.language
    ? { language: settings.language, isCertain: true }
    : { language: language.code, isCertain: language.confidence === 'certain' };

const WRONG_STATE = {
  reading: 'This book is being read. Wait until that is done.',
  refused: 'This book cannot be read, so it cannot be stored. Read it again with other settings.',
  storing: 'This book is being stored.',
  stored: 'This book is stored already.',
} as const;

/** The settings with which the book was read, overridden by the settings of the request. */
function settingsOf(read: ReadSettings, { chapters: _, ...settings }: Corrections): ReadSettings {
  const overrides = Object.entries(settings).filter(([, value]) => value !== undefined);
  return { ...read, ...Object.fromEntries(overrides) };
}

/** Whether a setting has changed that affects how the text is read, so that the preview no longer applies. */
const isReadAgain = (before: ReadSettings, after: ReadSettings) =>
  (['encoding', 'language', 'chapterPattern'] as const).some((name) => (before[name] || '') !== (after[name] || ''));

function checkChapters(chapters: NonNullable<Corrections['chapters']>, preview: BookPreview): void {
  try {
    checkPlan(
      chapters,
      preview.chapters.map(({ blocks }) => blocks),
    );
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    throw new AdminError('invalid', error.message, { fields: { chapters: error.message }, cause: error });
  }
}

interface Resolved {
  readonly book: BatchBook;
  readonly preview: BookPreview;
  readonly settings: ReadSettings;
  readonly resolution: Resolution | undefined;
}

async function checkResolution(staged: Staged, id: string, { book, preview, settings, resolution }: Resolved) {
  const author = settings.author || preview.authors.join(', ');
  const sought = { key: preview.key, title: settings.title || preview.title, author, beginnings: book.beginnings };
  try {
    await keyOf(staged, book, sought, resolution);
  } catch (error) {
    if (!(error instanceof LecternError)) throw error;
    if (!(error instanceof ResemblesError)) throw new AdminError('invalid', error.message, { cause: error });
    const resembling = await resemblances(staged.store, sought);
    // Adds the stored books that this book now resembles to its preview, so that the operator can choose.
    const changed = { ...preview, resembles: resembling };
    await staged.folder.putPreview(id, book.index, changed);
    await staged.change(id, (batch) => withBook(batch, book.index, { summary: bookSummary(changed) }));
    throw new AdminError('conflict', resemblesMessage(resembling), { cause: error });
  }
}

const resemblesMessage = (resembling: BookPreview['resembles']) =>
  `This book resembles ${resembling.map(({ bookId, title, author, why }) => `book ${bookId} "${title}" by ${author} (${why})`).join(', ')}. Choose whether it is a new version, another edition or a different book.`;

/**
 * Returns the key for storing a book. If an earlier attempt stored the book and its process ended before saving the
 * result, returns the same key: a new key would store the book twice.
 */
async function keyOf(
  { store }: Staged,
  { storeKey }: BatchBook,
  sought: SoughtBook,
  resolution: Resolution | undefined,
): Promise<string> {
  const isSecondAttempt = storeKey !== null && resolution?.as !== 'newVersion';
  if (isSecondAttempt && (await isKeyTaken(store.catalogue, storeKey))) return storeKey;
  return keyFor(store, sought, { resolution, updatesOwn: false });
}

/** Reads a book with its pictures and stores it in one transaction. */
export async function storeBook(
  staged: Staged,
  staff: StaffAccount,
  id: string,
  index: number,
  { corrections, resolution, section, brands, status }: StoreRequest,
): Promise<void> {
  const { folder, jobs, store, log, now, write } = staged;
  const batch = staged.get(id);
  const book = batch?.books[index];
  const source = batch && sourcesOf(batch, (file) => folder.placeOf(id, file))[book?.source ?? -1];
  if (!batch || !book || !source) return;
  const settings = settingsOf(book.settings, corrections);
  const fingerprint = (await folder.preview(id, index))?.fingerprint;
  const options = {
    jobs,
    settings,
    only: source.kind === 'file' ? undefined : book.inSource,
    plan: { fingerprint, chapters: corrections.chapters },
    section,
    now: now(),
    media: store.media,
    onProgress: (share: number) => staged.setStoring(id, index, share),
  };
  try {
    const report = await importPlaced(source, options, async (read) => {
      if (staged.isClosed()) throw new LecternError('CLOSED', 'The admin is closing.');
      const key = await keyOf(staged, book, soughtBook(read), resolution);
      await staged.change(id, (current) => withBook(current, index, { storeKey: key }));
      const record: NewBook = {
        ...read.record,
        key,
        ...(brands === undefined ? {} : { brands }),
        ...(status === undefined ? {} : { publication: status }),
      };
      return reportOf(source.name, read, await write(staff, (writer) => writer.putBook(record)));
    });
    const { bookId, oldAddresses: _, ...done } = (await staged.withRedirects?.(report)) ?? report;
    log.info('import stored', { user: staff.id, import: id, book: bookId, status: done.status });
    await staged.change(id, (current) =>
      withBook(current, index, {
        state: 'stored',
        settings,
        bookId,
        report: {
          status: done.status === 'refused' ? 'unchanged' : done.status,
          title: done.title ?? '',
          author: done.author ?? '',
          chapters: done.chapters,
          sections: done.sections,
          warnings: done.warnings,
        },
      }),
    );
  } catch (error) {
    if (staged.isClosed()) return;
    const reason = storageErrorOf(error)?.message ?? (error instanceof LecternError ? error.message : undefined);
    await staged.change(id, (current) =>
      withBook(current, index, {
        state: 'failed',
        refusedReason: reason ?? 'Something went wrong. See the log of the admin.',
        storeKey: null,
      }),
    );
    if (reason === undefined) throw error;
  }
}
