import { messageOf } from '#src/lib/errors.ts';
import type { ReadAs, Refusal } from '../collection/index.ts';
import type { FieldOverrides } from '../manuscript/index.ts';
import { contentOf } from './content-of.ts';
import { collectionInput } from './import-collection.ts';
import { overridesOf, readPreview, readPreviews } from './jobs.ts';
import type { BookPreview } from './preview-of.ts';
import { sourcesOf } from './sources.ts';

/**
 * Reads files as an import does, and writes nothing.
 * @returns a preview per book, and the reason for each one that would be refused
 */
export async function* previewFiles(
  files: readonly string[],
  overrides?: FieldOverrides,
  as?: ReadAs,
): AsyncGenerator<BookPreview | Refusal> {
  for (const source of await sourcesOf(files, as)) {
    const name = source.kind === 'file' ? source.file : source.name;
    try {
      if (source.kind === 'file') yield await previewFile(source.file, overrides);
      else yield* await readPreviews<(BookPreview | Refusal)[]>(await collectionInput(source, { overrides, as }));
    } catch (error) {
      yield { refused: name, reason: messageOf(error) };
    }
  }
}

/** Reads a file as an import does, and writes nothing. */
export const previewFile = async (file: string, overrides?: FieldOverrides): Promise<BookPreview> =>
  readPreview({ bytes: await contentOf(file), file, overrides: overridesOf(overrides) });
