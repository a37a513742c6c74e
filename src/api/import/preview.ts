import type { FieldOverrides } from '../manuscript/index.ts';
import { contentOf } from './content-of.ts';
import { readPreview } from './jobs.ts';
import type { BookPreview } from './preview-of.ts';

/** Reads a file as an import would, without writing anything. */
export const previewFile = async (file: string, overrides?: FieldOverrides): Promise<BookPreview> =>
  readPreview({ bytes: await contentOf(file), file, overrides: overridesOf(overrides) });

/** Copies only these fields, as plain data that can be sent to another process. */
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
