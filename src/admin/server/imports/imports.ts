import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type {
  BlockPreview,
  ImportBatch,
  ImportSummary,
  NewImport,
  ReadRequest,
  ReviewedBook,
  StoreRequest,
} from '#src/admin/contract/imports.ts';
import { createImportJobs } from '#src/api/import/index.ts';
import type { StaffAccount } from '#src/api/store/visitors/staff.ts';
import { messageOf } from '#src/lib/errors.ts';
import { AdminError, orNotFound } from '../http/error.ts';
import { answerOf, type Batch, type BatchBook, bookAnswer, expiresAt, isDone, stateOf, summaryOf } from './batch.ts';
import { openStagingFolder, TooLongError } from './folder.ts';
import { checkFiles } from './limits.ts';
import { readBatch, readBookAgain } from './read.ts';
import { type ImportsConfig, type Staged, withBook } from './staged.ts';
import { checkStorable, storeBook } from './store.ts';

/** Uploads, previews and stores books. Every method that takes an id rejects batches of other staff members. */
export interface Imports {
  list(staff: StaffAccount): ImportSummary[];
  /** @returns its id. @throws AdminError invalid, too_large, too_many */
  create(staff: StaffAccount, input: NewImport): Promise<string>;
  upload(staff: StaffAccount, id: string, file: number, bytes: Readable, length: number | undefined): Promise<void>;
  /** Starts reading. @throws AdminError conflict */
  read(staff: StaffAccount, id: string, request: ReadRequest): Promise<void>;
  progress(staff: StaffAccount, id: string): ImportSummary;
  batch(staff: StaffAccount, id: string): ImportBatch;
  book(staff: StaffAccount, id: string, book: number): Promise<ReviewedBook>;
  /** @returns the first words of chapters. @throws AdminError not_found */
  beginnings(staff: StaffAccount, id: string, book: number, chapters: readonly number[]): Promise<readonly string[]>;
  blocks(staff: StaffAccount, id: string, book: number, chapter: number): Promise<readonly BlockPreview[]>;
  /** Starts storing. @throws AdminError invalid, conflict */
  store(staff: StaffAccount, id: string, book: number, request: StoreRequest): Promise<void>;
  discard(staff: StaffAccount, id: string): Promise<void>;
  /** Ends all processes. Interrupted work can be started again. */
  close(): Promise<void>;
}

const CLEAN_INTERVAL_MS = 3_600_000;

const RESTARTED = 'The admin was restarted in the meantime. Try again.';

export function createImports(config: ImportsConfig): Imports {
  const { log, now } = config;
  const folder = openStagingFolder(join(config.store.folder, 'imports'));
  const jobs = createImportJobs();
  const batches = new Map(folder.load().map((batch) => [batch.id, afterRestart(batch)]));
  const received = new Map<string, Map<number, number>>();
  const reading = new Map<string, number>();
  const storing = new Map<string, Map<number, number>>();
  const saving = new Map<string, Promise<unknown>>();
  const unfinished = new Set<Promise<unknown>>();
  let closed = false;

  const save = (batch: Batch) => {
    const saved = (saving.get(batch.id) ?? Promise.resolve()).then(() => {
      const latest = batches.get(batch.id);
      return latest ? folder.save(latest) : undefined;
    });
    saving.set(
      batch.id,
      saved.catch(() => undefined),
    );
    return saved;
  };
  const changeUnsaved: Staged['changeUnsaved'] = (id, work) => {
    const batch = batches.get(id);
    if (batch && !closed) batches.set(id, { ...batch, ...work(batch) });
  };
  const change: Staged['change'] = async (id, work) => {
    changeUnsaved(id, work);
    const changed = batches.get(id);
    if (!changed || closed) return;
    await save(changed);
    if (isDone(changed)) await folder.removeFiles(id);
  };
  const remove = async (id: string) => {
    batches.delete(id);
    for (const shares of [received, reading, storing]) shares.delete(id);
    await saving.get(id);
    saving.delete(id);
    await folder.remove(id);
  };
  const clean = async () => {
    const time = now().toISOString();
    const isBusy = (batch: Batch) => ['reading', 'storing'].includes(stateOf(batch));
    for (const batch of [...batches.values()]) if (expiresAt(batch) <= time && !isBusy(batch)) await remove(batch.id);
  };
  const staged: Staged = {
    ...config,
    folder,
    jobs,
    change,
    changeUnsaved,
    get: (id) => batches.get(id),
    setReading: (id, share) => reading.set(id, share),
    setStoring: (id, book, share) => storing.set(id, new Map([...(storing.get(id) ?? []), [book, share]])),
    isClosed: () => closed,
  };
  const sharesOf = (id: string) => ({
    received: received.get(id) ?? new Map(),
    reading: reading.get(id) ?? 0,
    storing: storing.get(id) ?? new Map(),
  });
  const maySee = (staff: StaffAccount, batch: Batch) => batch.staff === staff.id || staff.role === 'owner';
  const batchOf = (staff: StaffAccount, id: string): Batch => {
    const batch = batches.get(id);
    return orNotFound(
      batch && maySee(staff, batch) && expiresAt(batch) > now().toISOString() ? batch : undefined,
      'import',
    );
  };
  const bookOf = (batch: Batch, index: number): BatchBook =>
    orNotFound(
      batch.books.find((book) => book.index === index),
      'book',
    );
  /** Runs work after the response has been sent. Errors are logged and saved in the batch. */
  const runInBackground = (id: string, work: () => Promise<void>) => {
    const settled = work()
      .catch(async (error) => {
        if (closed) return;
        log.error(`import ${id} failed: ${messageOf(error)}`, error instanceof Error ? { stack: error.stack } : {});
        await change(id, () => ({ isReading: false, error: 'Something went wrong. See the log of the admin.' }));
      })
      .catch((error) => log.error(`import ${id} could not be saved: ${messageOf(error)}`))
      .finally(() => unfinished.delete(settled));
    unfinished.add(settled);
  };

  const timer = setInterval(() => void clean().catch(() => undefined), CLEAN_INTERVAL_MS).unref();

  return {
    list: (staff) =>
      [...batches.values()]
        .filter((batch) => maySee(staff, batch) && expiresAt(batch) > now().toISOString())
        .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt) || b.id.localeCompare(a.id))
        .map((batch) => summaryOf(batch, sharesOf(batch.id))),
    async create(staff, { name, files, as = null }) {
      await clean();
      checkFiles(files, staff.id, [...batches.values()]);
      const batch: Batch = {
        id: randomUUID(),
        name,
        staff: staff.id,
        by: staff.email,
        as,
        createdAt: now().toISOString(),
        files: files.map(({ path, size }) => ({ path, size, isUploaded: false })),
        isReading: false,
        isRead: false,
        error: null,
        books: [],
      };
      batches.set(batch.id, batch);
      await save(batch);
      log.info('import created', { user: staff.id, import: batch.id, files: files.length });
      return batch.id;
    },
    async upload(staff, id, index, bytes, length) {
      const batch = batchOf(staff, id);
      const file = orNotFound(batch.files[index], 'file');
      if (batch.isRead || batch.isReading)
        throw new AdminError('conflict', 'The files of this import have already been read.');
      const wrong = (count: string) =>
        new AdminError('invalid', `"${file.path}" has ${count} bytes instead of the ${file.size} that were announced.`);
      if (length !== undefined && length !== file.size) throw wrong(String(length));
      const counts = received.get(id) ?? new Map<number, number>();
      received.set(id, counts);
      try {
        const count = await folder.receive(id, index, bytes, file.size, (bytesSoFar) => counts.set(index, bytesSoFar));
        if (count !== file.size) throw wrong(String(count));
      } catch (error) {
        throw error instanceof TooLongError ? wrong('more') : error;
      } finally {
        counts.delete(index);
      }
      // The batch may have been discarded while the file was sent.
      if (!batches.has(id)) return folder.remove(id);
      changeUnsaved(id, ({ files }) => ({ files: files.with(index, { ...file, isUploaded: true }) }));
    },
    async read(staff, id, request) {
      const batch = batchOf(staff, id);
      if (isDone(batch)) throw new AdminError('conflict', 'Every book of this import is stored.');
      if (batch.files.some(({ isUploaded }) => !isUploaded))
        throw new AdminError('conflict', 'Some files have not been sent yet.');
      if (['reading', 'storing'].includes(stateOf(batch)))
        throw new AdminError('conflict', 'This import is being read or stored. Wait until that is done.');
      const settings = request.corrections ?? {};
      const book = request.book === undefined ? undefined : bookOf(batch, request.book);
      if (book?.state === 'stored') throw new AdminError('conflict', 'This book is stored already.');
      const again = book ? [book] : batch.books.filter(({ state }) => state !== 'stored');
      reading.set(id, 0);
      if (book || again.length < batch.books.length) {
        const isAgain = new Set(again.map(({ index }) => index));
        await change(id, ({ books }) => ({
          error: null,
          books: books.map((entry) =>
            isAgain.has(entry.index) ? { ...entry, state: 'reading' as const, settings } : entry,
          ),
        }));
        runInBackground(id, async () => {
          for (const [at, entry] of again.entries()) {
            await readBookAgain(staged, id, entry.index);
            reading.set(id, (at + 1) / again.length);
          }
        });
        return;
      }
      await change(id, () => ({ isReading: true, error: null, books: [] }));
      runInBackground(id, () => readBatch(staged, id, settings));
    },
    progress: (staff, id) => summaryOf(batchOf(staff, id), sharesOf(id)),
    batch: (staff, id) => answerOf(batchOf(staff, id), sharesOf(id)),
    async book(staff, id, index) {
      const { state } = bookOf(batchOf(staff, id), index);
      const preview = state === 'refused' ? null : await folder.preview(id, index);
      const chapters = preview?.chapters.map(({ begins: _, ...chapter }) => chapter) ?? [];
      // The book may have been read again in the meantime.
      const book = bookAnswer(bookOf(batchOf(staff, id), index), sharesOf(id));
      return { ...book, preview: preview && { ...preview, chapters } };
    },
    async beginnings(staff, id, book, chapters) {
      const { index } = bookOf(batchOf(staff, id), book);
      const preview = await folder.preview(id, index);
      return chapters.map((chapter) => orNotFound(preview?.chapters[chapter], 'chapter').begins);
    },
    async blocks(staff, id, book, chapter) {
      const { index } = bookOf(batchOf(staff, id), book);
      return orNotFound(await folder.blocks(id, index, chapter), 'chapter');
    },
    async store(staff, id, index, request) {
      const book = bookOf(batchOf(staff, id), index);
      await checkStorable(staged, id, book, request);
      storing.set(id, new Map([...(storing.get(id) ?? []), [index, 0]]));
      // Another request may have started in the meantime.
      if (batches.get(id)?.books[index]?.state === 'storing')
        throw new AdminError('conflict', 'This book is being stored.');
      await change(id, (batch) => withBook(batch, index, { state: 'storing', refusedReason: null }));
      runInBackground(id, () => storeBook(staged, staff, id, index, request));
    },
    async discard(staff, id) {
      const batch = batchOf(staff, id);
      if (stateOf(batch) === 'storing')
        throw new AdminError('conflict', 'A book of this import is being stored. Wait until that is done.');
      await remove(id);
      log.info('import discarded', { user: staff.id, import: id });
    },
    async close() {
      closed = true;
      clearInterval(timer);
      jobs.close();
      await Promise.all(unfinished);
      await Promise.all(saving.values());
    },
  };
}

/** Marks unfinished work of a previous process as failed, so that it can be started again. */
function afterRestart(batch: Batch): Batch {
  const books = batch.books.map((book) =>
    book.state === 'storing' || book.state === 'reading'
      ? { ...book, state: 'failed' as const, refusedReason: RESTARTED }
      : book,
  );
  return batch.isReading ? { ...batch, books, isReading: false, error: RESTARTED } : { ...batch, books };
}
