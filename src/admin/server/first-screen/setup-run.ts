import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import {
  type AnswerCheck,
  type CreateRequest,
  type ExistingParts,
  type FoundBooks,
  type SetupState,
  SITE_PICTURES,
  type SiteAnswers,
  type SitePicture,
  type SitePreview,
  type StagedBooks,
} from '#src/admin/contract/first-screen.ts';
import { ConfigError, messageOf } from '#src/lib/errors.ts';
import type { Log } from '#src/lib/log.ts';
import { makePrivateFolder, PRIVATE_FILE } from '#src/lib/private-files.ts';
import { storageErrorOf } from '#src/lib/storage-error.ts';
import { MIN_PASSWORD_LENGTH } from '../access/roles.ts';
import { passwordProblem } from '../access/staff-password.ts';
import { AdminError } from '../http/error.ts';
import { fieldError } from '../records/fields.ts';
import type { SiteSetup, StoredAnswers } from './site-setup.ts';
import { type BookFiles, openBookFiles } from './staged-books.ts';

/** A setup in the browser: its answers, its books, and the creation of the site. */
export interface SetupRun {
  readonly books: BookFiles;
  state(): Promise<SetupState>;
  save(answers: SiteAnswers): Promise<AnswerCheck>;
  /** @param kind file extension. @throws AdminError invalid */
  setPicture(picture: SitePicture, kind: string, content: Buffer): Promise<void>;
  removePicture(picture: SitePicture): Promise<void>;
  clearBooks(): Promise<void>;
  /** Starts reading the books. @throws AdminError conflict */
  readBooks(): Promise<void>;
  /** @throws AdminError invalid */
  preview(): Promise<SitePreview>;
  /** Starts creating the site. @throws AdminError invalid, conflict */
  create(request: CreateRequest, origin: string): Promise<void>;
  /** Whether the first screen is still needed; always true while the site is being created. */
  isNeeded(): Promise<boolean>;
  /** Waits for work in the background. */
  settled(): Promise<void>;
}

interface RunConfig {
  readonly setup: SiteSetup;
  /** Folder for uploaded files; removed once the site is created. */
  readonly folder: string;
  readonly log: Log;
  /** Called when the site is created. */
  onCreated(): void;
}

type Reading = Pick<StagedBooks, 'readSoFar' | 'error' | 'found'> & { readonly isReading: boolean };

const UNREAD: Reading = { isReading: false, readSoFar: 0, error: null, found: null };
const NO_PROGRESS: SetupState['progress'] = { done: 0, file: null, share: 0 };

export function createSetupRun({ setup, folder, log, onCreated }: RunConfig): SetupRun {
  const files = openBookFiles(folder);
  let reading = UNREAD;
  let phase: SetupState['phase'] = 'asking';
  let progress = NO_PROGRESS;
  let error: string | null = null;
  let created: SetupState['created'] = null;
  let work: Promise<void> = Promise.resolve();
  let existing: ExistingParts | undefined;

  const requireAsking = () => {
    if (phase === 'creating' || phase === 'created') throw new AdminError('conflict', 'The site is being created.');
    if (reading.isReading) throw new AdminError('conflict', 'The books are being read. Wait until that is done.');
  };
  const requireReceived = () => {
    if (files.files().every(({ isReceived }) => isReceived)) return;
    throw new AdminError('conflict', 'Some books were not uploaded completely. Add them again, or remove all books.');
  };
  /** The creation deletes the uploaded files. It must not begin before it can import them. */
  const requireRead = () => {
    requireReceived();
    if (files.files().length > 0 && reading.found === null)
      throw new AdminError('conflict', 'The uploaded books have not been read yet. Go back to read or remove them.');
  };
  /** Errors that the person can solve are shown; all others are logged. */
  const shown = (cause: unknown): string => {
    const known =
      storageErrorOf(cause) ?? (cause instanceof ConfigError || cause instanceof AdminError ? cause : undefined);
    if (!known) log.error(`setup failed: ${messageOf(cause)}`, cause instanceof Error ? { stack: cause.stack } : {});
    return known?.message ?? 'Something went wrong. See the terminal in which npm run admin runs.';
  };
  const inFolder = ({ books, refused }: FoundBooks): FoundBooks => {
    const named = <T extends { readonly file: string }>(entry: T) => ({
      ...entry,
      file: entry.file.startsWith(files.folder) ? relative(files.folder, entry.file) : entry.file,
    });
    return { books: books.map(named), refused: refused.map(named) };
  };
  const read = async (path: string, as: SiteAnswers['as']) => {
    try {
      const found = await setup.read(path, as, () => {
        reading = { ...reading, readSoFar: reading.readSoFar + 1 };
      });
      reading = { ...UNREAD, readSoFar: reading.readSoFar, found: inFolder(found) };
    } catch (cause) {
      reading = { ...UNREAD, error: shown(cause) };
    }
  };
  const booksState = ({ books: path }: StoredAnswers): StagedBooks => {
    const { isReading, readSoFar, error: problem, found } = reading;
    const staged = files.files();
    const isUpload = !path || path === files.folder;
    const isEmpty = isUpload && staged.length === 0;
    const readState = problem === null ? (found ? 'read' : 'sending') : 'failed';
    return {
      state: isReading ? 'reading' : isEmpty ? 'none' : readState,
      files: staged.length,
      bytes: staged.reduce((sum, { size }) => sum + size, 0),
      folder: isUpload ? null : path,
      readSoFar,
      error: problem,
      found,
    };
  };
  const create = async (answers: StoredAnswers, request: { password: string; fresh: boolean }) => {
    try {
      created = await setup.create(answers, request, {
        onBook() {
          progress = { done: progress.done + 1, file: null, share: 0 };
        },
        onShare(file, share) {
          progress = { ...progress, file: basename(file), share };
        },
      });
      await rm(folder, { recursive: true, force: true }).catch((cause) =>
        log.warn(`${folder} could not be deleted: ${messageOf(cause)}`),
      );
      phase = 'created';
      onCreated();
    } catch (cause) {
      error = shown(cause);
      // The brand may have been written.
      existing = undefined;
      phase = 'failed';
    }
  };

  return {
    books: {
      ...files,
      announce(list) {
        requireAsking();
        const first = files.announce(list);
        reading = UNREAD;
        return first;
      },
    },
    async state() {
      const answers = await setup.answers();
      existing ??= await setup.existing();
      const { logo, cover, books: _, ...shownAnswers } = answers;
      const nameOf = (path: string | undefined) => (path ? basename(path) : null);
      return {
        phase,
        answers: shownAnswers,
        pictures: { logo: nameOf(logo), cover: nameOf(cover) },
        books: booksState(answers),
        existing,
        minPasswordLength: MIN_PASSWORD_LENGTH,
        progress,
        error,
        created,
      };
    },
    async save(changes) {
      requireAsking();
      const answers = { ...(await setup.answers()), ...changes };
      await setup.save(answers);
      return setup.check(answers);
    },
    async setPicture(picture, kind, content) {
      requireAsking();
      const problem = await setup.pictureProblem(picture, kind, content);
      if (problem !== undefined) throw fieldError(picture, problem);
      makePrivateFolder(folder);
      await removeFiles(folder, picture);
      const file = join(folder, `${picture}.${kind}`);
      await writeFile(file, content, { mode: PRIVATE_FILE });
      await setup.save({ ...(await setup.answers()), [picture]: file });
    },
    async removePicture(picture) {
      requireAsking();
      await setup.save({ ...(await setup.answers()), [picture]: '' });
      await removeFiles(folder, picture);
    },
    async clearBooks() {
      requireAsking();
      reading = UNREAD;
      await files.clear();
      await setup.save({ ...(await setup.answers()), books: '' });
    },
    async readBooks() {
      requireAsking();
      const answers = await setup.answers();
      const isUpload = files.files().length > 0;
      requireReceived();
      const path = isUpload ? files.folder : answers.books;
      if (!path) throw new AdminError('conflict', 'There are no books to read.');
      await setup.save({ ...answers, books: path });
      requireAsking();
      reading = { ...UNREAD, isReading: true };
      work = read(path, answers.as);
    },
    async preview() {
      const answers = await setup.answers();
      requireFields(await setup.check(answers));
      return setup.preview(answers);
    },
    async create({ password, fresh = false }, origin) {
      requireAsking();
      const answers = await setup.answers();
      requireFields(await setup.check(answers));
      const email = answers.email ?? '';
      if (email === '') throw fieldError('email', 'Enter your email address.');
      const problem = await passwordProblem(password, { origin, email });
      if (problem !== undefined) throw fieldError('password', problem);
      requireAsking();
      requireRead();
      [phase, error, progress] = ['creating', null, NO_PROGRESS];
      work = create(answers, { password, fresh });
    },
    isNeeded: async () => phase === 'creating' || phase === 'created' || setup.isNeeded(),
    settled: () => work,
  };
}

async function removeFiles(folder: string, picture: SitePicture): Promise<void> {
  if (!existsSync(folder) || !SITE_PICTURES.includes(picture)) return;
  for (const kind of ['svg', 'webp', 'avif', 'png']) await rm(join(folder, `${picture}.${kind}`), { force: true });
}

/** @throws AdminError invalid */
function requireFields({ fields }: AnswerCheck): void {
  if (Object.keys(fields).length === 0) return;
  const list = Object.entries(fields).map(([field, message]) => `${field}: ${message}`);
  throw new AdminError('invalid', list.join('; '), { fields });
}
