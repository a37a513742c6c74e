import type {
  AnnouncedBooks,
  AnswerCheck,
  CreateRequest,
  NewSetupBooks,
  SetupState,
  SiteAnswers,
  SitePicture,
  SitePreview,
} from '../../contract/first-screen.ts';
import { sendFile } from '../import/send-file.ts';
import type { UploadGroup } from '../import/upload-groups.ts';
import { ApiError, call } from '../providers/http.ts';

/** Maximum number of files that are sent at the same time. */
const MAX_CONCURRENT_FILES = 3;

/** Key in sessionStorage; its value is the token of the link that this tab has used. */
const USED_LINK = 'lectern-setup-link';

/**
 * Reads the state. Uses the link, unless this tab has used it before.
 * @param token of the link; '' without a link
 * @throws ApiError gone if the link was used in another browser, not_found if the site exists
 */
export async function openSetup(token: string): Promise<SetupState> {
  if (token === '' || sessionStorage.getItem(USED_LINK) === token) return readSetup();
  try {
    await call('setup/open', { method: 'POST', body: { token } });
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'gone')) throw error;
    // The link may have been used in another tab of this browser.
    return await readSetup().catch(() => {
      throw error;
    });
  }
  sessionStorage.setItem(USED_LINK, token);
  return readSetup();
}

const readSetup = (): Promise<SetupState> => call('setup');

export const saveAnswers = (answers: SiteAnswers): Promise<AnswerCheck> =>
  call('setup/answers', { method: 'PUT', body: answers });

export const sendPicture = (picture: SitePicture, file: File): Promise<void> =>
  call(`setup/pictures/${picture}`, { method: 'PUT', body: file });

export const removePicture = (picture: SitePicture): Promise<void> =>
  call(`setup/pictures/${picture}`, { method: 'DELETE' });

export const removeBooks = (): Promise<void> => call('setup/books', { method: 'DELETE' });

export const readBooks = (): Promise<void> => call('setup/books/read', { method: 'POST' });

export const readPreview = (): Promise<SitePreview> => call('setup/preview');

export const createSite = (request: CreateRequest): Promise<void> =>
  call('setup/create', { method: 'POST', body: request });

/**
 * Sends files and folders, and starts to read them. If a file cannot be sent, the others are not sent either.
 * @param onProgress receives the number of bytes sent
 */
export async function sendBooks(
  groups: readonly UploadGroup<File>[],
  onProgress: (bytes: number) => void,
): Promise<void> {
  const files = groups.flatMap(({ name, files: members }) =>
    members.map(({ path, file }) => ({
      path: file.webkitRelativePath || isInFolder(file) ? `${name}/${path}` : path,
      file,
    })),
  );
  const announced = files.map(({ path, file }) => ({ path, size: file.size }));
  const { first } = await call<AnnouncedBooks>('setup/books', {
    method: 'POST',
    body: { files: announced } satisfies NewSetupBooks,
  });
  const sent = files.map(() => 0);
  const pending = files.map((_, index) => index);
  const upload = new AbortController();
  let failure: unknown;
  const work = async () => {
    for (let index = pending.shift(); index !== undefined; index = pending.shift()) {
      const at = index;
      const file = files[at]?.file;
      if (!file) continue;
      await sendFile(`setup/books/${first + at}`, file, {
        signal: upload.signal,
        onProgress(bytes) {
          sent[at] = bytes;
          onProgress(sent.reduce((sum, count) => sum + count, 0));
        },
      });
    }
  };
  const stop = (cause: unknown) => {
    failure ??= cause;
    upload.abort();
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT_FILES }, () => work().catch(stop)));
  if (failure !== undefined) throw failure;
  await readBooks();
}

/** Whether a dropped file was in a folder: its path is "/folder/file", otherwise "./file". */
const isInFolder = (file: File & { readonly path?: string }): boolean =>
  (file.path ?? '').replace(/^\.?\//, '').includes('/');

/** Waits until the admin has replaced the first screen. */
export async function waitForAdmin(): Promise<void> {
  for (;;) {
    const code = await call('session').then(
      () => 'signed_in',
      (error: unknown) => (error instanceof ApiError ? error.code : ''),
    );
    if (code === 'signed_in' || code === 'signed_out') return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
