const MIB = 1024 * 1024;

export interface EpubLimits {
  /** Maximum bytes of the compressed file. */
  fileBytes: number;
  entries: number;
  /** Maximum bytes of all entries together, counted while they are inflated. */
  totalBytes: number;
  /** Maximum bytes of one entry. */
  entryBytes: number;
  /** Maximum bytes of one XML or XHTML document: a parsed tree is many times larger than its text. */
  documentBytes: number;
  /** Maximum tags of one document: parsed nodes take far more memory than their text. */
  documentTags: number;
  /** Maximum items of the manifest, and of the reading order. */
  items: number;
  /** Maximum inflated bytes per compressed byte of one entry, checked above `ratioFrom` bytes. Prose stays below 10. */
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
/** Maximum length of a description including its markup. */
export const MAX_DESCRIPTION_SOURCE_CHARACTERS = 200_000;

export function mib(bytes: number): string {
  return `${Number((bytes / MIB).toPrecision(3))} MiB`;
}
