import { isBookFile, isExportName, isPicture } from '#src/api/collection/index.ts';
import { DEFAULT_LIMITS, mib } from '#src/api/epub/limits.ts';
import { isZip } from '#src/api/import/index.ts';
import { isManuscript } from '#src/api/manuscript/index.ts';
import { NotPlainError, plainNames } from '#src/lib/plain-files.ts';
import { AdminError } from '../http/error.ts';
import { type Batch, bytesOf } from './batch.ts';

const MAX_FILES = 20_000;
/** Maximum size of a batch, including pictures. */
const MAX_BATCH_BYTES = 512 * 1024 * 1024;
/** Maximum size of all batches together. */
const MAX_STAGED_BYTES = 4 * 1024 * 1024 * 1024;
const MAX_BATCHES_PER_PERSON = 50;
const MAX_BATCHES = 500;
const MAX_NAMES = 3;

/** Checks the files of a new batch before they are sent. @throws AdminError invalid, too_large, too_many */
export function checkFiles(
  files: readonly { readonly path: string; readonly size: number }[],
  staff: number,
  batches: readonly Batch[],
): void {
  if (files.length > MAX_FILES)
    throw new AdminError('too_large', `The import has ${files.length} files; the limit is ${MAX_FILES}.`);
  for (const { path, size } of files) checkFile(path, size);
  const paths = new Set(files.map(({ path }) => path));
  if (paths.size < files.length) throw invalid('files: two files have the same path');
  const isImportable = ({ path }: { readonly path: string }) => isBookFile(path) || isZip(path) || isExportName(path);
  if (!files.some(isImportable)) {
    const names = files.slice(0, MAX_NAMES).map(({ path }) => `"${path}"`);
    throw invalid(
      `${names.join(', ')} cannot be imported. Send .epub, .docx, .odt, .md, .html or .txt files, a .zip, or the export of a site.`,
    );
  }
  const total = bytesOf({ files: files.map((file) => ({ ...file, isUploaded: false })) });
  if (total > MAX_BATCH_BYTES)
    throw new AdminError(
      'too_large',
      `The import is ${mib(total)}; the limit is ${mib(MAX_BATCH_BYTES)}. Upload it in parts.`,
    );
  const staged = batches.reduce((sum, batch) => sum + bytesOf(batch), 0);
  const ownBatches = batches.filter((batch) => batch.staff === staff);
  if (batches.length >= MAX_BATCHES || ownBatches.length >= MAX_BATCHES_PER_PERSON || staged + total > MAX_STAGED_BYTES)
    throw new AdminError('too_many', 'Too many files are waiting to be imported. Store or discard some of them first.');
}

/** Although paths are only displayed and compared, never opened, paths with unusual names are rejected. */
function checkFile(path: string, size: number): void {
  try {
    plainNames(path);
  } catch (error) {
    if (error instanceof NotPlainError)
      throw invalid(`files: ${JSON.stringify(path.slice(0, 255))} is not a valid path`);
    throw error;
  }
  const max = isManuscript(path)
    ? DEFAULT_LIMITS.documentBytes
    : isPicture(path)
      ? DEFAULT_LIMITS.entryBytes
      : DEFAULT_LIMITS.fileBytes;
  if (size > max) throw new AdminError('too_large', `"${path}" is ${mib(size)}; the limit is ${mib(max)}.`);
}

const invalid = (message: string) => new AdminError('invalid', message, { fields: { files: message } });
