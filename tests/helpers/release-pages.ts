import {
  createPageStore,
  type NewPage,
  type PageFacts,
  type Release,
  type ReleaseWriter,
} from '#src/publish/release/index.ts';

export const FACTS: PageFacts = { section: 'tag', title: 1, noindex: 0, canonical: 0, otherBrand: 0 };

/** Adds a page that does not belong to a listing, with its files, to an unfinished release. */
export function addPage(
  writer: ReleaseWriter,
  page: Omit<NewPage, 'listing' | keyof PageFacts>,
  previous?: Release,
): void {
  writer.recordPage(createPageStore(writer.folder, previous, writer.created).add({ ...FACTS, ...page, listing: '' }));
}
