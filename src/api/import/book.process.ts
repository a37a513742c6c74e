import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { LecternError } from '#src/lib/errors.ts';
import { type Emit, serveJobs } from '#src/lib/limited-job.ts';
import { type CollectionBook, type Refusal, readBook, readCollection } from '../collection/index.ts';
import type { ImportedBook } from '../epub/index.ts';
import { lossWarnings, rejectOpenQuestion } from '../manuscript/index.ts';
import { beginningsOf } from '../store/beginnings.ts';
import { checkLanguage } from './check-language.ts';
import type {
  BlocksEvent,
  BookInput,
  CollectionImport,
  CollectionInput,
  CollectionRecord,
  ImportEvent,
  ImportInput,
  ReadPreview,
  ReadRecord,
} from './jobs.ts';
import { toNewBook } from './new-book.ts';
import { openCollection } from './open-collection.ts';
import { applyCorrections, beginningsIn, checkFingerprint } from './plan/apply.ts';
import { blockPreviews, chapterBlocks } from './plan/blocks.ts';
import type { Plan } from './plan/types.ts';
import { previewOf } from './preview-of.ts';
import { storeCover, storePicture } from './store-images.ts';

/** Fraction of the progress for reading a book. The rest is for storing its pictures. */
const READING_SHARE = 0.3;

serveJobs({
  async import({ target, plan, ...input }: ImportInput, emit: Emit): Promise<ReadRecord> {
    const onShare = progressOf(emit);
    const read = await readInput(input, (share) => onShare(share * READING_SHARE));
    const onPicture = (share: number) => onShare(READING_SHARE + share * (1 - READING_SHARE));
    return recordOf({ book: read }, { plan, target: { ...target, onPicture } }, emit);
  },

  async preview(input: BookInput, emit: Emit): Promise<ReadPreview> {
    const bytes = await bytesOf(input);
    return shown(
      { book: await readInput({ ...input, bytes }), file: { path: input.file, bytes } },
      { ...input, book: 0 },
      emit,
    );
  },

  async importCollection({ target, plan, ...input }: CollectionImport, emit: Emit): Promise<void> {
    const collection = await openCollection(input);
    const onProgress = progressOf(emit);
    for await (const result of readCollection(collection, { ...optionsOf(input), onProgress }))
      await emit('refused' in result ? result : await recordOrRefusal(named(result, input), { plan, target }, emit));
  },

  async previewCollection(input: CollectionInput, emit: Emit): Promise<(ReadPreview | Refusal)[]> {
    const collection = await openCollection(input);
    const previews: (ReadPreview | Refusal)[] = [];
    for await (const one of readCollection(collection, optionsOf(input))) {
      const at = input.only ?? previews.length;
      const file = 'refused' in one ? '' : (one.file?.path ?? input.name);
      previews.push(
        'refused' in one ? one : await shownOrRefusal(named(one, input), { ...input, file, book: at }, emit),
      );
    }
    return previews;
  },

  cover: (bytes: Uint8Array, emit: Emit) => storeCover(bytes, { keep: keptBy(emit) }),
  picture: (bytes: Uint8Array, emit: Emit) => storePicture(bytes, { keep: keptBy(emit) }),
});

const optionsOf = ({ overrides = {}, only }: CollectionInput) => ({ overrides, only });

/**
 * Applies the operator's values for title, author and language to an EPUB. Text files and documents were read with
 * these values, because title and author may be part of a chapter's title.
 */
const named = ({ book, ...rest }: CollectionBook, { overrides = {} }: CollectionInput): CollectionBook => ({
  ...rest,
  book: book.isManuscript ? book : applyCorrections(book, overrides),
});

/** Maximum length of the blocks that are sent in one message. */
const MAX_SENT_CHARACTERS = 500_000;

type ShownInput = Omit<BookInput, 'bytes' | 'path'> & { readonly book: number };

async function shown(
  { book, file }: CollectionBook,
  { file: name, overrides, withBlocks, section, book: index }: ShownInput,
  emit: Emit,
): Promise<ReadPreview> {
  checkLanguage(book, section);
  const divided = book.chapters.map(({ html }) => chapterBlocks(html));
  const preview = previewOf(book, {
    file: name,
    blocks: divided,
    bytes: file?.bytes,
    isCollection: file === undefined,
    isLanguageChosen: Boolean(overrides?.language),
  });
  let lines = '';
  for (const [at, chapterBlock] of withBlocks ? divided.entries() : []) {
    lines += `${JSON.stringify(blockPreviews(chapterBlock))}\n`;
    if (lines.length < MAX_SENT_CHARACTERS && at < divided.length - 1) continue;
    await emit({ book: index, lines } satisfies BlocksEvent);
    lines = '';
  }
  return { preview, beginnings: beginningsOf(book.chapters.map(({ html }) => html)) };
}

/**
 * Creates the record of a book for the store.
 * @throws LecternError if the operator must first answer a question about the file, the plan does not fit the book, or
 * its language belongs in another section
 */
async function recordOf(
  { book: read, coverFile, addresses, isFinished }: CollectionBook,
  {
    plan,
    target,
  }: { readonly plan?: Plan | undefined; readonly target: Omit<Parameters<typeof toNewBook>[1], 'keep'> },
  emit: Emit,
): Promise<CollectionRecord> {
  rejectOpenQuestion(read.doubts);
  checkLanguage(read, target.section);
  if (plan?.chapters) checkFingerprint(read, plan.fingerprint);
  const book = plan?.chapters ? applyCorrections(read, { chapters: plan.chapters }) : read;
  const beginnings = beginningsOf(book.chapters.map(({ html }) => html));
  const losses: string[] = [];
  const onLoss = (message: string) => losses.push(message);
  const record = await toNewBook(book, { ...target, isFinished, keep: keptBy(emit), onLoss });
  const numbered = book.chapters.filter(({ kind }) => kind === 'chapter').length;
  const warnings = [...(book.doubts ?? []).map(({ message }) => message), ...lossWarnings(book.leftOut), ...losses];
  return { record, numbered, warnings, beginnings, coverFile, addresses: planned(addresses, plan) };
}

/** Returns the old URLs of the planned chapters: those of all original chapters that begin in them. */
function planned(addresses: CollectionBook['addresses'], plan: Plan | undefined): CollectionBook['addresses'] {
  if (!addresses || !plan?.chapters || addresses.chapters.length === 0) return addresses;
  const chapters = beginningsIn(plan.chapters).map((own) => own.flatMap((index) => addresses.chapters[index] ?? []));
  return { ...addresses, chapters };
}

/**
 * Creates the record of a book of a collection.
 * @returns a refusal if that fails, so that the other books of the collection can be imported
 */
const recordOrRefusal = (one: CollectionBook, options: Parameters<typeof recordOf>[1], emit: Emit) =>
  orRefusal(one, recordOf(one, options, emit));

const shownOrRefusal = (one: CollectionBook, input: ShownInput, emit: Emit) => orRefusal(one, shown(one, input, emit));

async function orRefusal<T>({ book }: CollectionBook, work: Promise<T>): Promise<T | Refusal> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof LecternError)) throw error;
    return { refused: book.title, reason: error.message };
  }
}

const bytesOf = async ({ bytes, path = '' }: BookInput): Promise<Uint8Array> => bytes ?? (await readFile(path));

async function readInput(input: BookInput, onProgress?: (share: number) => void): Promise<ImportedBook> {
  const { file, overrides = {} } = input;
  const book = await readBook(await bytesOf(input), file, overrides, onProgress);
  return named({ book }, { name: basename(file), files: [], overrides }).book;
}

const keptBy = (emit: Emit) => (file: string, content: Uint8Array) => emit({ file, content } satisfies ImportEvent);

/** Returns a function that reports progress in steps of at least 1 %. */
function progressOf(emit: Emit): (share: number) => void {
  let last = 0;
  return (share) => {
    if (share - last < 0.01) return;
    last = share;
    void emit({ share } satisfies ImportEvent);
  };
}
