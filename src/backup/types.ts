/** A part of a backup, by the name of its folder or file in it. */
export type Part = 'api' | 'nights.db' | 'brands' | CountsPart | 'releases';

/** What the site's server counts by day in the folder of each brand (src/server/day-files.ts). */
export const COUNTS_PARTS = ['vitals', 'client-errors'] as const;
export type CountsPart = (typeof COUNTS_PARTS)[number];

/** What a backup says of itself, in `backup.json`. */
export interface BackupInfo {
  /** Of the layout of the folder; raised where an older restore could not read it. */
  readonly format: number;
  /** When the databases were copied: ISO 8601, UTC. All that was committed before is in it. */
  readonly made: string;
  /** The version of Lectern that made it. */
  readonly lectern: string;
  readonly parts: readonly Part[];
  readonly files: number;
  readonly bytes: number;
  /** SHA-256 of the file of checksums, so that neither can change alone. */
  readonly checksums: string;
}

export const FORMAT = 2;
export const INFO_FILE = 'backup.json';
/** In the form that `sha256sum -c` reads. */
export const CHECKSUMS_FILE = 'SHA256SUMS';
/** Databases of the embedded API. Visitors come first: the books that they name were there before them. */
export const API_DATABASES = ['visitors.db', 'catalogue.db'] as const;
