import type { GivenFields } from '../manuscript/index.ts';
import { contentOf } from './content-of.ts';
import { readPreview } from './jobs.ts';
import type { BookPreview } from './preview-of.ts';

/** Reads a file as an import would, without writing anything. */
export const previewFile = async (file: string, given?: GivenFields): Promise<BookPreview> =>
  readPreview({ bytes: await contentOf(file), file, given: givenOf(given) });

/** Copies only these fields, as plain data that can be sent to another process. */
export const givenOf = ({ title, author, language, encoding, chapterPattern }: GivenFields = {}): GivenFields => ({
  title,
  author,
  language,
  encoding,
  chapterPattern,
});
