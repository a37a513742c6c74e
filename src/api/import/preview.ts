import { messageOf } from '#src/lib/errors.ts';
import type { ReadAs, Refusal } from '../collection/index.ts';
import type { FieldOverrides } from '../manuscript/index.ts';
import type { Store } from '../store/index.ts';
import { contentOf } from './content-of.ts';
import { collectionInput } from './import-collection.ts';
import { type OnBlocks, overridesOf, type ReadPreview, readPreview, readPreviews } from './jobs.ts';
import type { BookPreview } from './plan/types.ts';
import { resemblances } from './resolve.ts';
import { sourcesOf } from './sources.ts';

interface PreviewOptions {
  readonly overrides?: FieldOverrides | undefined;
  readonly as?: ReadAs | undefined;
  /** Where resembling books are searched for. */
  readonly store?: Pick<Store, 'catalogue'> | undefined;
  /** Receives the blocks of the chapters. */
  readonly onBlocks?: OnBlocks | undefined;
}

/**
 * Reads files as an import does, and stores nothing.
 * @returns a preview per book, and the reason for each one that would be refused
 */
export async function* previewFiles(
  files: readonly string[],
  { overrides, as, store, onBlocks }: PreviewOptions = {},
): AsyncGenerator<BookPreview | Refusal> {
  for (const source of await sourcesOf(files, as)) {
    const name = source.kind === 'file' ? source.file : source.name;
    try {
      const read =
        source.kind === 'file'
          ? [
              await readPreview(
                { bytes: await contentOf(source.file), file: source.file, overrides: overridesOf(overrides) },
                onBlocks,
              ),
            ]
          : await readPreviews(await collectionInput(source, { overrides, as }), onBlocks);
      for (const result of read) yield 'refused' in result ? result : await withResemblances(result, store);
    } catch (error) {
      yield { refused: name, reason: messageOf(error) };
    }
  }
}

/** Adds the stored books that a book resembles. */
export async function withResemblances(
  { preview, beginnings }: ReadPreview,
  store: Pick<Store, 'catalogue'> | undefined,
): Promise<BookPreview> {
  if (!store) return preview;
  const { key, title, authors } = preview;
  return { ...preview, resembles: await resemblances(store, { key, title, author: authors.join(', '), beginnings }) };
}
