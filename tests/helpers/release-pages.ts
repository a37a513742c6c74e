import { createPageStore, type NewPage, type Release, type ReleaseWriter } from '#src/release/index.ts';

/** Adds a page, which belongs to no listing, to a release in the making: files and record. */
export function addPage(writer: ReleaseWriter, page: Omit<NewPage, 'listing'>, previous?: Release): void {
  writer.recordPage(createPageStore(writer.folder, previous, writer.created).add({ ...page, listing: '' }));
}
