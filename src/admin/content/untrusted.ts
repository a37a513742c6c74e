import { storeCover } from '#src/api/import/index.ts';
import type { NewBook } from '#src/api/store/index.ts';
import type { StaffAccount } from '#src/api/store/visitors/staff.ts';
import { LecternError } from '#src/lib/errors.ts';
import { LimitError } from '#src/lib/limit-error.ts';
import { createLimitedPool } from '#src/lib/limited-pool.ts';
import { JOB_LIMITS } from '#src/lib/untrusted-limits.ts';
import { AdminError } from '../http/error.ts';

/** What a chapter's text becomes in the store. */
export interface StoredText {
  readonly html: string;
  readonly words: number;
}

/** Cleans and draws what people type, paste and upload, in processes with limits. */
export interface UntrustedContent {
  /** The text as the reader shows it. @throws AdminError invalid at a limit, too_many */
  preview(html: string, staff: StaffAccount): Promise<string>;
  stored(html: string, staff: StaffAccount): Promise<StoredText>;
  words(html: string, staff: StaffAccount): Promise<number>;
  /** @throws AdminError invalid for what is no picture */
  cover(bytes: Uint8Array, staff: StaffAccount): Promise<NonNullable<NewBook['cover']>>;
  close(): void;
}

/** A second person's work does not wait for the first one's. */
const MAX_PROCESSES = 2;
/** Pieces of one person's work under way and waiting; they are done one after another. */
const MAX_OF_A_PERSON = 8;

/** @param media folder of covers */
export function createUntrustedContent(media: string): UntrustedContent {
  const { chapter } = JOB_LIMITS;
  const chapters = createLimitedPool({
    module: new URL('./chapter.process.ts', import.meta.url),
    limits: { preview: chapter, stored: chapter, words: chapter },
    maxProcesses: MAX_PROCESSES,
  });
  const inTurn = createTurns();
  return {
    preview: (html, staff) => inTurn(staff.id, 'html', () => chapters.run('preview', html)),
    stored: (html, staff) => inTurn(staff.id, 'html', () => chapters.run('stored', html)),
    words: (html, staff) => inTurn(staff.id, 'html', () => chapters.run('words', html)),
    cover: (bytes, staff) => inTurn(staff.id, 'cover', () => storeCover(bytes, { media })),
    close: () => chapters.close(),
  };
}

/** Does one piece of work of a person at a time. */
function createTurns() {
  const people = new Map<number, { count: number; last: Promise<unknown> }>();
  return async <T>(person: number, field: string, work: () => Promise<T>): Promise<T> => {
    const turns = people.get(person) ?? { count: 0, last: Promise.resolve() };
    if (turns.count >= MAX_OF_A_PERSON)
      throw tooMany(`${MAX_OF_A_PERSON} of your previews, texts or covers are still being made`);
    people.set(person, turns);
    turns.count += 1;
    const done = turns.last.then(work);
    turns.last = done.catch(() => undefined);
    try {
      return await done;
    } catch (error) {
      throw toldError(error, field);
    } finally {
      turns.count -= 1;
      if (turns.count === 0) people.delete(person);
    }
  };
}

/** Codes of errors that are about what was sent. */
const OF_THE_CONTENT = ['LIMIT', 'UNREADABLE', 'PICTURE'];

function toldError(error: unknown, field: string): unknown {
  if (error instanceof LimitError && error.limit === 'waiting') return tooMany('Too much is being made', error);
  if (!(error instanceof LecternError) || !OF_THE_CONTENT.includes(error.code)) return error;
  return new AdminError('invalid', error.message, { fields: { [field]: error.message }, cause: error });
}

const tooMany = (what: string, cause?: unknown) =>
  new AdminError('too_many', `${what}. Try again in a moment.`, { headers: { 'retry-after': '5' }, cause });
