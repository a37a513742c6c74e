import { createPageStore, type NewPage, type Release, type ReleaseWriter } from '#src/release/index.ts';

/** Puts a page of no listing into a release in the making, files and record. */
export function addPage(writer: ReleaseWriter, page: Omit<NewPage, 'listing'>, previous?: Release): void {
  writer.record(createPageStore(writer.folder, previous, writer.created).add({ ...page, listing: '' }));
}
