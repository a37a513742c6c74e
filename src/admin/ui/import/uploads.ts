import { ApiError } from '../providers/http.ts';
import { createImport, discardImport, readImport } from './imports-api.ts';
import { sendFile } from './send-file.ts';
import type { UploadGroup } from './upload-groups.ts';

export interface UploadedFile {
  readonly path: string;
  readonly size: number;
  /** Bytes sent. */
  readonly sent: number;
  readonly state: 'waiting' | 'sending' | 'sent';
}

/** A batch that is being uploaded from this page. */
export interface Upload {
  readonly key: number;
  readonly name: string;
  readonly state: 'waiting' | 'sending' | 'failed';
  /** Id of the batch; null until the server has accepted it. */
  readonly id: string | null;
  readonly error: string;
  readonly files: readonly UploadedFile[];
}

interface Job {
  readonly group: UploadGroup<File>;
  readonly stop: AbortController;
}

/** Maximum number of files that are sent at the same time. */
const MAX_CONCURRENT_FILES = 3;

let uploads: readonly Upload[] = [];
let lastKey = 0;
let isSending = false;
const jobs = new Map<number, Job>();
const listeners = new Set<() => void>();

/** The uploads in progress. They continue while other screens of the admin are open. */
export const uploadStore = {
  get: (): readonly Upload[] => uploads,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

export function startUploads(groups: readonly UploadGroup<File>[]): void {
  for (const group of groups) {
    lastKey += 1;
    jobs.set(lastKey, { group, stop: new AbortController() });
    const files = group.files.map(({ path, file }) => ({ path, size: file.size, sent: 0, state: 'waiting' as const }));
    set([...uploads, { key: lastKey, name: group.name, state: 'waiting', id: null, error: '', files }]);
  }
  void sendAll();
}

/** Sends the files of a failed upload that are missing on the server. */
export function retryUpload(key: number): void {
  const job = jobs.get(key);
  if (!job) return;
  jobs.set(key, { ...job, stop: new AbortController() });
  change(key, { state: 'waiting', error: '' });
  void sendAll();
}

/** Stops an upload and deletes the files that were sent. */
export async function cancelUpload(key: number): Promise<void> {
  const id = uploads.find((upload) => upload.key === key)?.id;
  jobs.get(key)?.stop.abort();
  remove(key);
  if (id) await discardImport(id);
}

async function sendAll(): Promise<void> {
  if (isSending) return;
  isSending = true;
  window.addEventListener('beforeunload', warn);
  for (let next = nextUpload(); next; next = nextUpload()) await sendUpload(next.key);
  window.removeEventListener('beforeunload', warn);
  isSending = false;
}

const nextUpload = () => uploads.find(({ state }) => state === 'waiting');

/** Makes the browser ask before it leaves the page. */
const warn = (event: BeforeUnloadEvent) => event.preventDefault();

async function sendUpload(key: number): Promise<void> {
  const job = jobs.get(key);
  if (!job) return;
  change(key, { state: 'sending' });
  try {
    const id = uploads.find((upload) => upload.key === key)?.id ?? (await announce(job));
    change(key, { id });
    if (job.stop.signal.aborted) return void (await discardImport(id));
    await sendFiles(key, id, job);
    await readImport(id);
    remove(key);
  } catch (error) {
    if (job.stop.signal.aborted) return;
    job.stop.abort();
    change(key, { state: 'failed', error: messageOf(error) });
  }
}

const messageOf = (error: unknown) =>
  error instanceof ApiError || error instanceof Error ? error.message : 'The upload failed.';

const announce = async ({ group: { name, as, files } }: Job) =>
  (await createImport({ name, as, files: files.map(({ path, file }) => ({ path, size: file.size })) })).id;

/** Sends the missing files, `MAX_CONCURRENT_FILES` at a time. @throws the first error */
async function sendFiles(key: number, id: string, { group, stop }: Job): Promise<void> {
  const isSent = (index: number) => uploads.find((upload) => upload.key === key)?.files[index]?.state === 'sent';
  const pending = group.files.map((_, index) => index).filter((index) => !isSent(index));
  const work = async () => {
    for (let index = pending.shift(); index !== undefined; index = pending.shift()) {
      const at = index;
      const file = group.files[at]?.file;
      if (!file) continue;
      changeFile(key, at, { state: 'sending', sent: 0 });
      await sendFile(`imports/${encodeURIComponent(id)}/files/${at}`, file, {
        signal: stop.signal,
        onProgress: (sent) => changeFile(key, at, { sent }),
      });
      changeFile(key, at, { state: 'sent', sent: file.size });
    }
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT_FILES }, work));
}

function change(key: number, changes: Partial<Upload>): void {
  set(uploads.map((upload) => (upload.key === key ? { ...upload, ...changes } : upload)));
}

function changeFile(key: number, index: number, changes: Partial<UploadedFile>): void {
  const files = uploads.find((upload) => upload.key === key)?.files;
  if (files) change(key, { files: files.map((file, at) => (at === index ? { ...file, ...changes } : file)) });
}

function remove(key: number): void {
  jobs.delete(key);
  set(uploads.filter((upload) => upload.key !== key));
}

function set(value: readonly Upload[]): void {
  uploads = value;
  for (const listener of listeners) listener();
}
