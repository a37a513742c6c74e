import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importFiles } from '#src/api/import/index.ts';
import { createWriter, openStore } from '#src/api/index.ts';
import { bookChapters } from '#src/contract/index.ts';
import { createPaths } from '#src/routes/paths.ts';
import { type BookSpec, makeEpub } from '../unit/api/epub/make-epub.ts';
import { ask } from './facts.ts';
import { siteOf } from './site.ts';

const BRAND = 'local';

/** A book imported into the site under test; `remove` deletes it. */
export interface TestBook {
  readonly id: number;
  /** Path of the novel page. */
  readonly novelAddress: string;
  readonly chapters: readonly { readonly id: number; readonly title: string }[];
  pathOf(index: number): string;
  addressOf(index: number): string;
  remove(): Promise<void>;
}

const FACTS = '<dc:creator>Ada Quill</dc:creator><dc:language>en</dc:language>';

/** Imports a book as `npm run import` does. @param facts further metadata */
export async function importBook(title: string, spec: BookSpec, facts = FACTS): Promise<TestBook> {
  // The identifier is unique per process, because every process deletes its book after its tests.
  const identifier = `urn:test:${title}:${process.pid}`;
  // An import refuses a language with a section of its own.
  const accepted = facts.replace(/<dc:language>zh/, '<dc:language>en');
  const metadata = `<dc:identifier id="uid">${identifier}</dc:identifier><dc:title>${title}</dc:title>${accepted}`;
  const folder = await mkdtemp(join(tmpdir(), 'lectern-e2e-'));
  const file = join(folder, 'book.epub');
  await writeFile(file, makeEpub({ metadata, ...spec }));
  const state = process.env['LECTERN_E2E_STATE'];
  if (!state) throw new Error('LECTERN_E2E_STATE is not set: tests/e2e/global-setup.ts starts the site.');
  const store = await openStore(join(state, 'api'));
  const writer = createWriter(store);
  // Several processes may import the same book, each for its own tests.
  const resolution = { as: 'differentBook' } as const;
  const options = { writer, store, section: 7, resolution, now: () => new Date() };
  const [report] = await Array.fromAsync(importFiles([file], options));
  await rm(folder, { recursive: true });
  const id = report?.bookId;
  if (!id) throw new Error(`The book was not imported: ${report?.reason}`);
  // A book in the wrong section keeps its language, as the books of other upstreams may.
  const [, language] = /<dc:language>(.*?)<\/dc:language>/.exec(facts) ?? [];
  if (language) await writer.transaction(() => writer.editBook(`epub:${identifier}`, { language }));
  const { items: chapters } = await ask({ brand: BRAND, prefix: '/public', locale: 'en' }, bookChapters, {
    book_id: id,
  });
  const pathOf = (index: number) => createPaths('en').reader(id, chapters[index]?.id ?? 0);
  const remove = async () => {
    await writer.transaction(() => writer.removeBook(`epub:${identifier}`));
    await store.close();
  };
  const novelAddress = `${siteOf(BRAND)}/novel/${id}`;
  return { id, novelAddress, chapters, pathOf, addressOf: (index) => siteOf(BRAND) + pathOf(index), remove };
}
