/** The objects of the contract in the order of the docs, with a description of each, by page. */
export const OBJECTS = {
  content: {
    Book: 'A book as it appears in lists.',
    BookDetail: 'A book with the details that its own page shows.',
    Edition: 'Another edition of a work, such as a translation.',
    BookFigure: 'A book in a list that is computed from readers.',
    SimilarBooks: 'A book with the books that its readers also read.',
    BookReference: 'The fields of a book that a link to it needs.',
    Reference: 'Id and name of an author, tag, keyword, genre, shelf or ranking.',
    Category: 'The category of a book. Categories have no ids; their names are part of addresses.',
    Cover: 'The picture of a book.',
    Chapter: 'An entry of a chapter list.',
    ChapterContent: 'A chapter with its text.',
    Author: 'An author.',
  },
  lists: {
    Genre: 'A genre, which is a group of tags.',
    Tag: 'A tag.',
    Keyword: 'A keyword: a phrase that people search for, with a page of its own.',
    CategoryEntry: 'A category in the menu of categories.',
    RankingType: 'A type of rankings in the menu.',
    Shelf: 'A shelf of the home page.',
    Banner: 'A banner of the home page.',
    Target: 'What a banner links to. `kind` selects the variant.',
    HelpEvent: 'A help event: if enough friends click on it, the inviter’s book is unlocked.',
    BrandSettings: 'Values that replace those of a brand’s folder.',
    SettingsPicture: 'A picture that replaces a file of a brand’s folder.',
    Suggestion: 'A suggestion while the visitor types. `kind` selects the variant.',
  },
  visitor: {
    UserInfo: 'The account of a visitor.',
    Session: 'The result of signing in.',
    HistoryEntry: 'An entry of the reading history.',
    ChapterPlace: 'A position in a book.',
    FurthestRead: 'The furthest position that was read in a book.',
    Locator: 'A position in the text of a chapter.',
    LibraryItem: 'An item of a visitor’s library. `kind` selects the variant; `kind` and `id` are the key.',
    Bookmark: 'A bookmark.',
    Highlight: 'A highlighted passage.',
    LockedBook: 'A book with chapters that the visitor has unlocked.',
    Recharge: 'A purchase of coins.',
    Voucher: 'A voucher.',
    Share: 'A token that redirects to a book or help event.',
    ShareTarget: 'What a token redirects to. `kind` selects the variant.',
    Failure: 'The body of every answer with a status of 400 or above.',
    ApiError: 'An entry of `errors`.',
  },
} as const satisfies Record<string, Record<string, string>>;

export type ObjectGroup = keyof typeof OBJECTS;

/** The page of the docs with the objects of each group. */
export const OBJECT_PAGES: Readonly<Record<ObjectGroup, string>> = {
  content: 'contract-fields.md',
  lists: 'contract-fields-lists.md',
  visitor: 'contract-fields-visitors.md',
};

/** Returns the path of the page with an object, and its heading there. */
export function placeOf(name: string): string {
  const group = Object.entries(OBJECTS).find(([, objects]) => name in objects)?.[0] as ObjectGroup | undefined;
  return `${group === undefined ? '' : OBJECT_PAGES[group]}#${name.toLowerCase()}`;
}
