import { type Emit, serveJobs } from '#src/lib/limited-job.ts';
import type { ImportedBook } from '../epub/index.ts';
import { readEpub } from '../epub/index.ts';
import { isDocument, isManuscript, readDocument, readManuscript, rejectOpenQuestion } from '../manuscript/index.ts';
import type { BookInput, ImportEvent, ImportInput, ReadRecord } from './jobs.ts';
import { toNewBook } from './new-book.ts';
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

  cover: (bytes: Uint8Array, emit: Emit) => storeCover(bytes, { keep: keptBy(emit) }),
});

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
