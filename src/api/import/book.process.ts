import { LecternError } from '#src/lib/errors.ts';
import { type Emit, serveJobs } from '#src/lib/limited-job.ts';
import { type CollectionBook, type Refusal, readCollection } from '../collection/index.ts';
import type { ImportedBook } from '../epub/index.ts';
import { readEpub } from '../epub/index.ts';
import { isDocument, isManuscript, readDocument, readManuscript, rejectOpenQuestion } from '../manuscript/index.ts';
import type {
  BookInput,
  CollectionImport,
  CollectionInput,
  CollectionRecord,
  ImportEvent,
  ImportInput,
  ReadRecord,
} from './jobs.ts';
import { toNewBook } from './new-book.ts';
import { openCollection } from './open-collection.ts';
import { type BookPreview, previewOf } from './preview-of.ts';
import { storeCover } from './store-images.ts';

/** Share of the progress for reading the book; the rest is for its pictures. */
const READING_SHARE = 0.3;

serveJobs({
  async import({ target, ...input }: ImportInput, emit: Emit): Promise<ReadRecord> {
    const onShare = progressOf(emit);
    const book = await readBook(input, (share) => onShare(share * READING_SHARE));
    rejectOpenQuestion(book.doubts);
    const onPicture = (share: number) => onShare(READING_SHARE + share * (1 - READING_SHARE));
    const keep = keptBy(emit);
    const record = await toNewBook(book, { ...target, keep, onPicture });
    const numbered = book.chapters.filter(({ kind }) => kind === 'chapter').length;
    return { record, numbered, warnings: (book.doubts ?? []).map(({ message }) => message) };
  },

  async preview(input: BookInput): Promise<BookPreview> {
    return previewOf(await readBook(input), input.file);
  },

  async importCollection({ target, ...input }: CollectionImport, emit: Emit): Promise<void> {
    const collection = await openCollection(input);
    const onProgress = progressOf(emit);
    for await (const one of readCollection(collection, { overrides: input.overrides ?? {}, onProgress }))
      await emit('refused' in one ? one : await recordOf(one, target, emit));
  },

  async previewCollection(input: CollectionInput): Promise<(BookPreview | Refusal)[]> {
    const collection = await openCollection(input);
    const previews: (BookPreview | Refusal)[] = [];
    for await (const one of readCollection(collection, { overrides: input.overrides ?? {} }))
      previews.push('refused' in one ? one : previewOf(one.book, input.name));
    return previews;
  },

  cover: (bytes: Uint8Array, emit: Emit) => storeCover(bytes, { keep: keptBy(emit) }),
});

/**
 * @returns a refusal, instead of throwing, if the book cannot be stored: the collection's other books may be importable
 */
async function recordOf(
  { book, coverFile, addresses, isFinished }: CollectionBook,
  target: CollectionImport['target'],
  emit: Emit,
): Promise<CollectionRecord | Refusal> {
  try {
    rejectOpenQuestion(book.doubts);
    const made = await toNewBook(book, { ...target, isFinished, keep: keptBy(emit) });
    const numbered = book.chapters.filter(({ kind }) => kind === 'chapter').length;
    const warnings = (book.doubts ?? []).map(({ message }) => message);
    return { record: made, numbered, warnings, coverFile, addresses };
  } catch (error) {
    if (!(error instanceof LecternError)) throw error;
    return { refused: book.title, reason: error.message };
  }
}

async function readBook(
  { bytes, file, overrides }: BookInput,
  onProgress?: (share: number) => void,
): Promise<ImportedBook> {
  if (isDocument(file)) return readDocument(bytes, file, overrides);
  return isManuscript(file) ? readManuscript(bytes, file, overrides) : readEpub(bytes, {}, onProgress);
}

const keptBy = (emit: Emit) => (file: string, content: Uint8Array) => emit({ file, content } satisfies ImportEvent);

/** Reports progress in steps of 1 %. */
function progressOf(emit: Emit): (share: number) => void {
  let last = 0;
  return (share) => {
    if (share - last < 0.01) return;
    last = share;
    void emit({ share } satisfies ImportEvent);
  };
}
