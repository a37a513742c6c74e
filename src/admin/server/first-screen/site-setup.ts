import type {
  AnswerCheck,
  CreatedParts,
  ExistingParts,
  FoundBooks,
  SiteAnswers,
  SitePicture,
  SitePreview,
} from '#src/admin/contract/first-screen.ts';

/** The answers as stored. Only the server sets the paths. */
export interface StoredAnswers extends SiteAnswers {
  readonly logo?: string | undefined;
  readonly cover?: string | undefined;
  /** Folder or file with books; '' for none. */
  readonly books?: string | undefined;
}

export interface CreateProgress {
  /** A book was imported or refused. */
  onBook(): void;
  /** @param share progress of the file, 0 to 1 */
  onShare(file: string, share: number): void;
}

/** The functions of `npm run setup` (src/commands/setup). */
export interface SiteSetup {
  /** Whether the installation has neither a complete site nor an account. */
  isNeeded(): Promise<boolean>;
  /** The answers of a setup that was not completed. */
  answers(): Promise<StoredAnswers>;
  save(answers: StoredAnswers): Promise<void>;
  existing(): Promise<ExistingParts>;
  /** Checks the answers that are present. */
  check(answers: StoredAnswers): Promise<AnswerCheck>;
  /** Returns the problem with a picture; undefined if it can be used. @param kind file extension */
  pictureProblem(picture: SitePicture, kind: string, content: Buffer): Promise<string | undefined>;
  /**
   * Reads books without storing anything, in processes with limits.
   * @param onBook called after each book
   */
  read(path: string, as: SiteAnswers['as'], onBook: () => void): Promise<FoundBooks>;
  /** @throws ConfigError if answers are missing or invalid */
  preview(answers: StoredAnswers): Promise<SitePreview>;
  /**
   * Creates everything that is missing. After an interruption, it can be repeated.
   * @param fresh whether own books and accounts beside demo books may be moved aside
   * @throws ConfigError
   */
  create(
    answers: StoredAnswers,
    request: { readonly password: string; readonly fresh: boolean },
    progress: CreateProgress,
  ): Promise<CreatedParts>;
}
