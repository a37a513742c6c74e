const MIB = 1024 * 1024;

export interface EpubLimits {
  /** Maximum size of the compressed file. */
  fileBytes: number;
  entries: number;
  /** Maximum size of all inflated entries together. */
  totalBytes: number;
  /** Maximum size of an inflated entry. */
  entryBytes: number;
  /** Maximum size of an XML or XHTML document, because a parsed tree is many times larger than its text. */
  documentBytes: number;
  /** Maximum number of tags in a document, because parsed nodes need far more memory than their text. */
  documentTags: number;
  /** Maximum number of items in the manifest, and in the reading order. */
  items: number;
  /**
   * Maximum ratio of inflated to compressed bytes of an entry with more than `ratioFrom` bytes. For prose it is below
   * 10.
   */
  ratio: number;
  ratioFrom: number;
}

export const DEFAULT_LIMITS: EpubLimits = {
  fileBytes: 100 * MIB,
  entries: 20_000,
  totalBytes: 400 * MIB,
  entryBytes: 64 * MIB,
  documentBytes: 8 * MIB,
  documentTags: 400_000,
  items: 20_000,
  ratio: 200,
  ratioFrom: MIB,
};

/** Maximum length of a description, as in the contract (src/contract/entities/scalars.ts). */
export const MAX_DESCRIPTION_CHARACTERS = 20_000;
/** Maximum length of a description with its markup. */
export const MAX_DESCRIPTION_SOURCE_CHARACTERS = 200_000;

export function mib(bytes: number): string {
  return `${Number((bytes / MIB).toPrecision(3))} MiB`;
}
