import type { JobHooks } from '#src/lib/job-process.ts';
import { createLimitedPool } from '#src/lib/limited-pool.ts';
import { JOB_LIMITS } from '#src/lib/untrusted-limits.ts';
import { type FieldOverrides, isManuscript } from '../manuscript/index.ts';
import type { NewBook } from '../store/records.ts';
import { keepPicture } from './media-folder.ts';
import type { ImportTarget } from './new-book.ts';

/** A file to read. */
export interface BookInput {
  readonly bytes: Uint8Array;
  /** The extension determines the kind. */
  readonly file: string;
  readonly overrides?: FieldOverrides | undefined;
}

export interface ImportInput extends BookInput {
  readonly target: Pick<ImportTarget, 'section' | 'key' | 'now'>;
}

export interface ReadRecord {
  readonly record: NewBook;
  /** Number of chapters, not counting sections. */
  readonly numbered: number;
  /** What the operator should know, such as missing files. */
  readonly warnings: readonly string[];
}

/** The progress of a job (above 0, up to 1), or a picture to store. */
export type ImportEvent = { readonly share: number } | { readonly file: string; readonly content: Uint8Array };

const module = new URL('./book.process.ts', import.meta.url);
/** Separate pools, so that covers do not wait for books. */
const books = createLimitedPool({ module, limits: { import: JOB_LIMITS.book, preview: JOB_LIMITS.book } });
const texts = createLimitedPool({ module, limits: { import: JOB_LIMITS.text, preview: JOB_LIMITS.text } });
const poolOf = ({ file }: BookInput) => (isManuscript(file) ? texts : books);
const covers = createLimitedPool({ module, limits: { cover: JOB_LIMITS.cover }, maxWaiting: 20 });

/** Reads a file in a limited process. @param onEvent may throw to abort the import */
export const readRecord = (
  input: ImportInput,
  onEvent: (event: ImportEvent) => Promise<void>,
  onUse?: JobHooks['onUse'],
): Promise<ReadRecord> =>
  poolOf(input).run('import', input, { onEvent: (event) => onEvent(event as ImportEvent), ...(onUse && { onUse }) });

/** Reads a file in a limited process, without its pictures. */
export const readPreview = <T>(input: BookInput): Promise<T> => poolOf(input).run('preview', input);

/** Converts any picture to a cover in the media folder, in a limited process. @throws LecternError if it is not a picture */
export const storeCover = (bytes: Uint8Array, { media }: { media: string }): Promise<NonNullable<NewBook['cover']>> =>
  covers.run('cover', bytes, {
    async onEvent(event) {
      const picture = event as ImportEvent;
      if ('file' in picture) await keepPicture(media, picture.file, picture.content);
    },
  });
