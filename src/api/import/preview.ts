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
  /** The content section, whose language the books must have; if undefined, their languages decide. */
  readonly section?: number | undefined;
  /** The store to search for resembling books. */
  readonly store?: Pick<Store, 'catalogue'> | undefined;
  /** Called with the blocks of the chapters. */
  readonly onBlocks?: OnBlocks | undefined;
}

/**
 * Reads files as an import does, without storing anything.
 * @returns a preview per book, or the reason if the book would be refused
 */
export async function* previewFiles(
  files: readonly string[],
  { overrides, as, section, store, onBlocks }: PreviewOptions = {},
): AsyncGenerator<BookPreview | Refusal> {
  for (const source of await sourcesOf(files, as)) {
    const name = source.kind === 'file' ? source.file : source.name;
    try {
      const read =
        source.kind === 'file'
          ? [
              await readPreview(
                { bytes: await contentOf(source.file), file: source.file, overrides: overridesOf(overrides), section },
                onBlocks,
              ),
            ]
          : await readPreviews({ ...(await collectionInput(source, { overrides, as })), section }, onBlocks);
      for (const result of read) yield 'refused' in result ? result : await withResemblances(result, store);
    } catch (error) {
      yield { refused: name, reason: messageOf(error) };
    }
  }
}

/** Adds to a preview the stored books that the book resembles. */
export async function withResemblances(
  { preview, beginnings }: ReadPreview,
  store: Pick<Store, 'catalogue'> | undefined,
): Promise<BookPreview> {
  if (!store) return preview;
  const { key, title, authors } = preview;
  return { ...preview, resembles: await resemblances(store, { key, title, author: authors.join(', '), beginnings }) };
}
