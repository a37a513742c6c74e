import { extname } from 'node:path';
import { LecternError } from '#src/lib/errors.ts';
import { type FieldOverrides, type Manuscript, parseText } from '../../manuscript/index.ts';
import type { CollectionFile } from '../types.ts';

const MARKDOWN = /^\.(?:md|markdown)$/i;

/** Returns the front matter of the first Markdown file that has one, such as Hugo's `_index.md`. */
export async function aboutBook(
  paths: readonly string[],
  byPath: ReadonlyMap<string, CollectionFile>,
  overrides: FieldOverrides,
): Promise<Pick<Manuscript, 'title' | 'authors' | 'description' | 'subjects'>> {
  for (const path of paths.filter((path) => MARKDOWN.test(extname(path)))) {
    const {
      title,
      authors = [],
      description,
      subjects,
    } = parsed((await byPath.get(path)?.read?.()) ?? new Uint8Array());
    if (title !== undefined || authors.length > 0) return { title, authors, description, subjects };
  }
  return {};

  function parsed(bytes: Uint8Array): Manuscript {
    try {
      return parseText(bytes, 'about.md', overrides).manuscript;
    } catch (error) {
      // A file that is left out must not prevent the import.
      if (error instanceof LecternError) return {};
      throw error;
    }
  }
}
