/** A part of a backup, named after its folder or file. */
export type Part = 'api' | 'nights.db' | 'brands' | CountsPart | 'releases';

/** The daily counts by the site's server, in each brand's folder (src/serve/reports/day-files.ts). */
export const COUNTS_PARTS = ['vitals', 'client-errors'] as const;
export type CountsPart = (typeof COUNTS_PARTS)[number];

/** Content of `backup.json`, which describes the backup. */
export interface BackupInfo {
  /** Version of the backup's layout. Increment it if an older version could not restore a new backup. */
  readonly format: number;
  /** When the databases were copied: ISO 8601, UTC. The backup contains everything committed before that. */
  readonly made: string;
  /** The version of Lectern that created it. */
  readonly lectern: string;
  readonly parts: readonly Part[];
  /** Whether the brands are those of `npm run setup`, which belong in the state folder. */
  readonly ownSite?: boolean | undefined;
  readonly files: number;
  readonly bytes: number;
  /** SHA-256 of the checksum file, so that a change to only one of the two files is detected. */
  readonly checksums: string;
}

export const FORMAT = 2;
export const INFO_FILE = 'backup.json';
/** Name of the checksum file, which `sha256sum -c` can read. */
export const CHECKSUMS_FILE = 'SHA256SUMS';
/**
 * Databases of the embedded API. The visitors' database is copied first, so that the later copy of the catalogue
 * contains all books that it refers to.
 */
export const API_DATABASES = ['visitors.db', 'catalogue.db'] as const;
