const MIB = 1024 * 1024;

export interface EpubLimits {
  /** Bytes of the file as it is. */
  fileBytes: number;
  entries: number;
  /** Bytes of all entries together, counted while they are inflated. */
  totalBytes: number;
  /** Bytes of one entry. */
  entryBytes: number;
  /** Bytes of one XML or XHTML document: a parsed tree takes many times its text. */
  documentBytes: number;
  /** Inflated bytes per compressed byte of one entry, judged above `ratioFrom` bytes. Prose stays below 10. */
  ratio: number;
  ratioFrom: number;
}

export const DEFAULT_LIMITS: EpubLimits = {
  fileBytes: 100 * MIB,
  entries: 20_000,
  totalBytes: 400 * MIB,
  entryBytes: 64 * MIB,
  documentBytes: 8 * MIB,
  ratio: 200,
  ratioFrom: MIB,
};

export function mib(bytes: number): string {
  return `${Number((bytes / MIB).toPrecision(3))} MiB`;
}
