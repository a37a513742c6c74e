import type { JobHooks } from '#src/lib/job-process.ts';
import { createLimitedPool } from '#src/lib/limited-pool.ts';
import { JOB_LIMITS } from '#src/lib/untrusted-limits.ts';
import type { OldAddresses, ReadAs, Refusal } from '../collection/index.ts';
import { type FieldOverrides, isManuscript } from '../manuscript/index.ts';
import type { NewBook } from '../store/records.ts';
import { keepPicture } from './media-folder.ts';
import type { ImportTarget } from './new-book.ts';
import type { BookPreview, Plan } from './plan/types.ts';
import type { StoredPicture } from './store-images.ts';

/** A file to read. */
export interface BookInput {
  readonly bytes?: Uint8Array | undefined;
  /** Path from which the process reads the file, if `bytes` is undefined. */
  readonly path?: string | undefined;
  /** Name of the file, whose extension determines the format. */
  readonly file: string;
  readonly overrides?: FieldOverrides | undefined;
  /** Whether a preview also sends the blocks of the chapters. */
  readonly withBlocks?: boolean | undefined;
  /** For a preview: the content section, whose language the book must have. */
  readonly section?: number | undefined;
}

export interface ImportInput extends BookInput {
  readonly target: Pick<ImportTarget, 'section' | 'key' | 'now'>;
  readonly plan?: Plan | undefined;
}

export interface ReadRecord {
  readonly record: NewBook;
  /** Number of chapters, not counting sections. */
  readonly numbered: number;
  /** Messages for the operator, such as about missing files. */
  readonly warnings: readonly string[];
  /** Hashes of the first lines of the chapters. */
  readonly beginnings: readonly string[];
}

/** A folder, ZIP or site export to read. */
export interface CollectionInput {
  readonly name: string;
  readonly files: readonly CollectionInputFile[];
  readonly as?: ReadAs | undefined;
  readonly overrides?: FieldOverrides | undefined;
  /** Index of the only book to read. */
  readonly only?: number | undefined;
  readonly withBlocks?: boolean | undefined;
  /** For a preview: the content section, whose language the books must have. */
  readonly section?: number | undefined;
}

interface CollectionInputFile {
  readonly path: string;
  readonly bytes?: Uint8Array | undefined;
  /**
   * Path from which the process reads the file, if `bytes` is undefined. If both are undefined, the file can only be a
   * cover.
   */
  readonly place?: string | undefined;
}

export interface CollectionImport extends CollectionInput {
  readonly target: Pick<ImportTarget, 'section' | 'key' | 'now'>;
  /** The plan for the only book. */
  readonly plan?: Plan | undefined;
}

/** A preview, and hashes of the first lines of its chapters. */
export interface ReadPreview {
  readonly preview: BookPreview;
  readonly beginnings: readonly string[];
}

/** A book of a collection. */
export interface CollectionRecord extends ReadRecord {
  readonly coverFile?: string | undefined;
  readonly addresses?: OldAddresses | undefined;
}

export type CollectionEvent = ImportEvent | CollectionRecord | Refusal;

/** What an import job sends: its progress (above 0, up to 1), or a picture to store. */
export type ImportEvent = { readonly share: number } | { readonly file: string; readonly content: Uint8Array };

const module = new URL('./book.process.ts', import.meta.url);

/** Functions that read books in processes with limited time and memory. */
export interface ImportJobs {
  /** Reads a file with its pictures. @param onEvent may throw to abort the import */
  readRecord(
    input: ImportInput,
    onEvent: (event: ImportEvent) => Promise<void>,
    onUse?: JobHooks['onUse'],
  ): Promise<ReadRecord>;
  /** Reads a file without its pictures. */
  readPreview(input: BookInput, onBlocks?: OnBlocks): Promise<ReadPreview>;
  /** Reads a collection with its pictures. @param onEvent called with each book; may throw to abort the import */
  readRecords(
    input: CollectionImport,
    onEvent: (event: CollectionEvent) => Promise<void>,
    onUse?: JobHooks['onUse'],
  ): Promise<void>;
  /** Reads a collection without its pictures. */
  readPreviews(input: CollectionInput, onBlocks?: OnBlocks): Promise<(ReadPreview | Refusal)[]>;
  /** Ends the processes and their jobs. */
  close(): void;
}

/** Blocks of some chapters of a book, as a line of JSON per chapter (plan/blocks.ts). */
export interface BlocksEvent {
  /** Index of the book. */
  readonly book: number;
  readonly lines: string;
}

export type OnBlocks = (event: BlocksEvent) => Promise<void>;

/**
 * Creates functions that read books in pools of processes. Processes are started when they are needed. Texts have their
 * own pool, so that they do not wait for large books.
 */
export function createImportJobs(): ImportJobs {
  const books = createLimitedPool({ module, limits: { import: JOB_LIMITS.book, preview: JOB_LIMITS.book } });
  const texts = createLimitedPool({ module, limits: { import: JOB_LIMITS.text, preview: JOB_LIMITS.text } });
  const collections = createLimitedPool({
    module,
    limits: { importCollection: JOB_LIMITS.collection, previewCollection: JOB_LIMITS.collection },
  });
  const poolOf = ({ file }: BookInput) => (isManuscript(file) ? texts : books);
  const hooks = <Event>(onEvent: ((event: Event) => Promise<void>) | undefined, onUse?: JobHooks['onUse']) => ({
    onEvent: (event: unknown) => onEvent?.(event as Event),
    ...(onUse && { onUse }),
  });
  return {
    readRecord: (input, onEvent, onUse) => poolOf(input).run('import', input, hooks(onEvent, onUse)),
    readPreview: (input, onBlocks) =>
      poolOf(input).run('preview', { ...input, withBlocks: onBlocks !== undefined }, hooks(onBlocks)),
    readRecords: (input, onEvent, onUse) => collections.run('importCollection', input, hooks(onEvent, onUse)),
    readPreviews: (input, onBlocks) =>
      collections.run('previewCollection', { ...input, withBlocks: onBlocks !== undefined }, hooks(onBlocks)),
    close() {
      for (const pool of [books, texts, collections]) pool.close();
    },
  };
}

/** The functions with which `npm run import` reads books. */
export const { readRecord, readPreview, readRecords, readPreviews } = createImportJobs();

/** The pool of processes for covers and single pictures, which do not wait for books. */
const images = createLimitedPool({
  module,
  limits: { cover: JOB_LIMITS.cover, picture: JOB_LIMITS.cover },
  maxWaiting: 20,
});

interface ImageTarget {
  readonly media: string;
  readonly onNew?: (path: string) => void;
  readonly onUse?: JobHooks['onUse'];
}

const stored =
  <Result>(job: 'cover' | 'picture') =>
  (bytes: Uint8Array, { media, onNew, onUse }: ImageTarget): Promise<Result> =>
    images.run(job, bytes, {
      async onEvent(event) {
        const picture = event as ImportEvent;
        const path = 'file' in picture ? await keepPicture(media, picture.file, picture.content) : undefined;
        if (path !== undefined) onNew?.(path);
      },
      ...(onUse && { onUse }),
    });

/** Converts a picture to a cover, in a process with limits. @throws LecternError if it cannot be converted */
export const storeCover = stored<NonNullable<NewBook['cover']>>('cover');

/** Converts and stores a picture of a chapter, in a process with limits. @throws LecternError if it cannot be converted */
export const storePicture = stored<StoredPicture>('picture');

/** Copies the override fields to a plain object, which can be sent to another process. */
export const overridesOf = ({
  title,
  author,
  language,
  encoding,
  chapterPattern,
}: FieldOverrides = {}): FieldOverrides => ({
  title,
  author,
  language,
  encoding,
  chapterPattern,
});
