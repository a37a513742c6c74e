import type { LocaleCode } from '#src/contract/locales.ts';

/** Answers about the site. The password is sent only to create it. */
export interface SiteAnswers {
  readonly name?: string | undefined;
  /** Id of the brand. Default: derived from the name. */
  readonly id?: string | undefined;
  /** A CSS colour. */
  readonly colour?: string | undefined;
  /** Domains, the main one first. */
  readonly hosts?: readonly string[] | undefined;
  /** Codes of languages, `en` first. */
  readonly locales?: readonly string[] | undefined;
  /** Email address of the first account. */
  readonly email?: string | undefined;
  /** How the files are read. Default: detected from their names. */
  readonly as?: 'book' | 'books' | undefined;
}

/** A book that setup would import. */
export interface FoundBook {
  readonly file: string;
  readonly title: string;
  readonly author: string;
  /** BCP 47 tag. */
  readonly language: string;
  /** The language of the site that offers the book. */
  readonly locale: LocaleCode;
  readonly chapters: number;
  /** Unnumbered sections, such as prefaces. */
  readonly sections: number;
  readonly words: number;
  /** Why the book needs a decision before it can be imported; null if it can be imported as it is. */
  readonly decision: string | null;
  /** What the operator should check. */
  readonly notes: readonly string[];
}

export interface FoundBooks {
  readonly books: readonly FoundBook[];
  /** Files that are no books, and why. */
  readonly refused: readonly { readonly file: string; readonly reason: string }[];
}

/** Colours that are derived from the colour of the site, as `#rrggbb`. */
export interface SiteColours {
  /** The colour itself. */
  readonly given: string;
  readonly header: string;
  readonly headerText: string;
  /** Contrast of the header's text with the header, 1 to 21 (WCAG 2.2). */
  readonly headerContrast: number;
  /** Buttons and links. */
  readonly theme: string;
}

/** Response to `PUT setup/answers`: the saved answers are complete if no field has a problem. */
export interface AnswerCheck {
  /** Problems by field of `SiteAnswers`. */
  readonly fields: Readonly<Partial<Record<keyof SiteAnswers, string>>>;
  /** The id derived from the name. */
  readonly suggestedId: string;
  /** Undefined if the colour is missing or unreadable. */
  readonly colours: SiteColours | undefined;
}

/** Pictures that can be uploaded instead of the generated ones. */
export const SITE_PICTURES = ['logo', 'cover'] as const;
export type SitePicture = (typeof SITE_PICTURES)[number];

export interface StagedBooks {
  /** `none`: no files. `sending`: files are missing or not read yet. `failed`: see `error`. */
  readonly state: 'none' | 'sending' | 'reading' | 'read' | 'failed';
  readonly files: number;
  readonly bytes: number;
  /** Folder on the machine, which was named by `npm run setup`; null for uploaded files. */
  readonly folder: string | null;
  /** Number of books that have been read so far. */
  readonly readSoFar: number;
  readonly error: string | null;
  readonly found: FoundBooks | null;
}

/** What already exists, if a setup was interrupted or demo books were created before. */
export interface ExistingParts {
  /** Name and languages of the site's brand. */
  readonly brand: { readonly name: string; readonly locales: readonly string[] } | null;
  /** Content that is moved aside, because the store contains demo books; null if nothing is moved. */
  readonly moved: { readonly demoBooks: number; readonly ownBooks: number; readonly accounts: number } | null;
}

/** Result of creating the site. */
export interface CreatedParts {
  readonly name: string;
  /** Address of the site on this machine after `npm start`. */
  readonly address: string;
  readonly email: string;
  /** Number of imported books. */
  readonly books: number;
  /** Books that could not be imported, and why. */
  readonly refused: readonly { readonly title: string; readonly reason: string }[];
  /** Folder that the former store was moved to. */
  readonly aside: string | null;
}

/** Response to `GET setup`. */
export interface SetupState {
  /** `failed`: see `error`; the site can be created again. */
  readonly phase: 'asking' | 'creating' | 'created' | 'failed';
  readonly answers: SiteAnswers;
  /** Names of own pictures; null for a picture that is drawn. */
  readonly pictures: Readonly<Record<SitePicture, string | null>>;
  readonly books: StagedBooks;
  readonly existing: ExistingParts;
  readonly minPasswordLength: number;
  /** The book that is being imported; null between books. */
  readonly progress: { readonly done: number; readonly file: string | null; readonly share: number };
  readonly error: string | null;
  readonly created: CreatedParts | null;
}

/** Body of `POST setup/books`: announces files. Next, send each file: `PUT setup/books/:n`. */
export interface NewSetupBooks {
  /** `path` is relative, with `/` between names. */
  readonly files: readonly { readonly path: string; readonly size: number }[];
}

/** Response to `POST setup/books`. */
export interface AnnouncedBooks {
  /** Index of the first announced file; the others follow. */
  readonly first: number;
}

/** Response to `GET setup/preview`. */
export interface SitePreview {
  /** Null if the site already has a brand. */
  readonly brand: {
    readonly id: string;
    readonly name: string;
    /** Folder of the brand. */
    readonly folder: string;
    /** Address on this machine. */
    readonly address: string;
    /** Address when it is public. */
    readonly publicAddress: string;
    readonly locales: readonly string[];
    /** Pictures as `data:` addresses. */
    readonly logo: string;
    readonly icon: string;
    readonly cover: string;
    readonly colours: SiteColours;
  } | null;
}

/** Body of `POST setup/create`. */
export interface CreateRequest {
  readonly password: string;
  /** Confirms that own books and accounts beside the demo books are moved aside, too. */
  readonly fresh?: boolean | undefined;
}
