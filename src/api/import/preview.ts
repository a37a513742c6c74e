import type { GivenFields } from '../manuscript/index.ts';
import { contentOf } from './content-of.ts';
import { readPreview } from './jobs.ts';
import type { BookPreview } from './preview-of.ts';

/** Reads a file as an import does, and writes nothing. */
export const previewFile = async (file: string, given?: GivenFields): Promise<BookPreview> =>
  readPreview({ bytes: await contentOf(file), file, given: givenOf(given) });

/** The fields alone: what is sent to another process has to be plain data. */
export const givenOf = ({ title, author, language }: GivenFields = {}): GivenFields => ({ title, author, language });
