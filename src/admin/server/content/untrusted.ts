import { type StoredPicture, storeCover, storePicture } from '#src/api/import/index.ts';
import type { NewBook } from '#src/api/store/index.ts';
import type { StaffAccount } from '#src/api/store/visitors/staff.ts';
import { LecternError } from '#src/lib/errors.ts';
import { LimitError } from '#src/lib/limit-error.ts';
import { createLimitedPool } from '#src/lib/limited-pool.ts';
import { createTurns } from '#src/lib/turns.ts';
import { JOB_LIMITS } from '#src/lib/untrusted-limits.ts';
import { AdminError } from '../http/error.ts';

/** A chapter's text as stored. */
export interface StoredText {
  readonly html: string;
  readonly words: number;
}

/** Processes untrusted text and pictures in separate processes with limits. */
export interface UntrustedContent {
  /** The text as readers see it. @throws AdminError invalid if a limit is exceeded, too_many */
  preview(html: string, staff: StaffAccount): Promise<string>;
  /** HTML from the clipboard, as a chapter may contain it. @throws AdminError invalid, too_many */
  pasted(html: string, staff: StaffAccount): Promise<string>;
  stored(html: string, staff: StaffAccount): Promise<StoredText>;
  words(html: string, staff: StaffAccount): Promise<number>;
  /** @throws AdminError invalid if it is not a picture */
  cover(bytes: Uint8Array, staff: StaffAccount): Promise<NonNullable<NewBook['cover']>>;
  /** Stores a picture of a chapter. @throws AdminError invalid if it is not a picture */
  picture(bytes: Uint8Array, staff: StaffAccount): Promise<StoredPicture>;
  close(): void;
}

/** Maximum number of processes. With two, the jobs of one staff member do not block another's. */
const MAX_PROCESSES = 2;
/** Maximum number of running and waiting jobs per staff member. They run in sequence. */
const MAX_JOBS_PER_PERSON = 8;

/** @param media folder of covers */
export function createUntrustedContent(media: string): UntrustedContent {
  const { chapter } = JOB_LIMITS;
  const chapters = createLimitedPool({
    module: new URL('./chapter.process.ts', import.meta.url),
    limits: { preview: chapter, pasted: chapter, stored: chapter, words: chapter },
    maxProcesses: MAX_PROCESSES,
  });
  const inTurn = createTurns<number>(MAX_JOBS_PER_PERSON);
  const runFor = <T>(staff: StaffAccount, field: string, work: () => Promise<T>) =>
    inTurn(staff.id, work).catch((error) => {
      throw contentError(error, field);
    });
  return {
    preview: (html, staff) => runFor(staff, 'html', () => chapters.run('preview', html)),
    pasted: (html, staff) => runFor(staff, 'html', () => chapters.run('pasted', html)),
    stored: (html, staff) => runFor(staff, 'html', () => chapters.run('stored', html)),
    words: (html, staff) => runFor(staff, 'html', () => chapters.run('words', html)),
    cover: (bytes, staff) => runFor(staff, 'cover', () => storeCover(bytes, { media })),
    picture: (bytes, staff) => runFor(staff, 'picture', () => storePicture(bytes, { media })),
    close: () => chapters.close(),
  };
}

/** Codes of errors caused by the input. */
const CONTENT_ERRORS = ['LIMIT', 'UNREADABLE', 'PICTURE', 'MANUSCRIPT'];

function contentError(error: unknown, field: string): unknown {
  if (error instanceof LimitError && error.limit === 'waiting')
    return new AdminError('too_many', error.message, { headers: { 'retry-after': '5' }, cause: error });
  if (!(error instanceof LecternError) || !CONTENT_ERRORS.includes(error.code)) return error;
  return new AdminError('invalid', error.message, { fields: { [field]: error.message }, cause: error });
}
