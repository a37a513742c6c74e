/** A version of a book or chapter. */
export interface Version {
  /** Id of the revision; 0 for the current version. */
  readonly id: number;
  /** RFC 3339, UTC. */
  readonly saved_at: string;
  /** Email address of the account, or operating system user for commands; '' if unknown. */
  readonly saved_by: string;
  /** `admin`, `import`, `content`, `seed`, `api`, `restore` or `undo`; '' if unknown. */
  readonly saved_how: string;
}

/** A version in the list of a record's versions. */
export interface ListedVersion extends Version {
  /** Fields that differ from the previous version; null for the oldest one. */
  readonly changed: readonly string[] | null;
  /** Number of words, or of characters in scripts without spaces, in the text of the chapter or the introduction. */
  readonly words: number;
  readonly words_added: number;
  readonly words_removed: number;
}

/** A version with its fields, named as in the record. */
export interface FullVersion extends Version {
  readonly fields: Readonly<Record<string, unknown>>;
}
