import * as v from 'valibot';
import { AUDIT_KINDS } from '#src/api/store/audit-kinds.ts';
import { REPORT_KINDS } from '#src/contract/calls/report.ts';
import { Book, BookReference, Cover } from '#src/contract/entities/book.ts';
import { Count, Id, Timestamp } from '#src/contract/entities/scalars.ts';
import { BinRecord } from './bin.ts';
import { BrandSettingsRecord } from './brand-settings.ts';
import { EditionRecord } from './editions.ts';
import { ROLES } from './roles.ts';
import { TakedownRecord } from './takedowns.ts';

/*
 * The records that the admin's API returns, one schema for each resource. The server's listings and the screens use the
 * types, request bodies use the picklists, and tests validate responses against the schemas.
 */

export const BookStatus = Book.entries.status;
export const PublicationState = v.picklist(
  ['draft', 'scheduled', 'published'],
  'must be draft, scheduled or published',
);
export type PublicationState = v.InferOutput<typeof PublicationState>;
export const ChapterKind = v.picklist(['chapter', 'section']);
export const ShelfStyle = v.picklist(['row', 'ranked', 'pair', 'feature']);
export const ReportState = v.picklist(['open', 'settled'], 'must be open or settled');
export const StaffRole = v.picklist(ROLES, `must be one of ${ROLES.join(', ')}`);

const Text = v.string();
const Names = v.array(Text);
/** Id of a section: the content of one language. */
const Section = Count;

const Publication = {
  state: PublicationState,
  /** Publication date; null unless scheduled. */
  publish_at: v.nullable(Timestamp),
};

export const BookRecord = v.strictObject({
  id: Id,
  key: Text,
  section: Section,
  title: Text,
  author: Text,
  author_id: Id,
  introduction: Text,
  category: Text,
  sub_category: v.nullable(Text),
  status: BookStatus,
  genres: Names,
  tags: Names,
  keywords: Names,
  /** BCP 47 tag. */
  language: Text,
  /** The work that the book belongs to; null if it has no other editions. */
  work: v.nullable(Text),
  alternative_titles: Names,
  original_title: v.nullable(Text),
  original_author: v.nullable(Text),
  /** BCP 47 tag. */
  original_language: v.nullable(Text),
  rating: v.nullable(v.number()),
  /** Null before the first rating. */
  rating_count: v.nullable(Count),
  hot: Count,
  words: Count,
  chapters: Count,
  cover: v.nullable(Cover),
  ...Publication,
  /** Ids of the brands that offer the book; null if every brand does. */
  brands: v.nullable(Names),
  published_at: Timestamp,
  updated_at: Timestamp,
  /** Names of the rankings that contain the book. Only returned for a single book. */
  rankings: v.optional(Names),
  shelves: v.optional(Names),
  banners: v.optional(Names),
  /** The other editions of the work. Only returned for a single book, like the suggestions. */
  editions: v.optional(v.array(EditionRecord)),
  /** Books in other languages that seem to be editions of the work. */
  suggested_editions: v.optional(v.array(EditionRecord)),
});
export type BookRecord = v.InferOutput<typeof BookRecord>;

export const ChapterRecord = v.strictObject({
  id: Id,
  book_id: Id,
  /** Section of the book. */
  section: Section,
  /** Title of the book. */
  book: Text,
  book_key: Text,
  /** Position in the book, from 1. */
  place: Id,
  title: Text,
  /** Title of the part or volume. */
  part: v.nullable(Text),
  kind: ChapterKind,
  words: Count,
  /** Price in coins; null if free. */
  price: v.nullable(Count),
  free_from: v.nullable(Timestamp),
  ...Publication,
  updated_at: Timestamp,
  /** Only returned for a single chapter. */
  html: v.optional(Text),
});
export type ChapterRecord = v.InferOutput<typeof ChapterRecord>;

const NameFields = {
  id: Id,
  section: Section,
  /** Whether visitors can see any book with this name. */
  shown: v.boolean(),
  name: Text,
  /** Number of books with this name. */
  books: Count,
  updated_at: Timestamp,
};

export const AuthorRecord = v.strictObject({ ...NameFields, introduction: Text });
export type AuthorRecord = v.InferOutput<typeof AuthorRecord>;
export const TagRecord = v.strictObject({ ...NameFields, genre_id: v.nullable(Id), genre: v.nullable(Text) });
export type TagRecord = v.InferOutput<typeof TagRecord>;
export const KeywordRecord = v.strictObject({
  ...NameFields,
  /** Whether the keyword was added manually. Such keywords are kept even without books. */
  kept: v.boolean(),
});
export type KeywordRecord = v.InferOutput<typeof KeywordRecord>;
export type NameRecord = AuthorRecord | TagRecord | KeywordRecord;

export const GenreRecord = v.strictObject({ ...NameFields, introduction: Text, tags: Names });
export type GenreRecord = v.InferOutput<typeof GenreRecord>;

const ListFields = {
  id: Id,
  section: Section,
  /** Id of the brand that shows the list; null if every brand without its own lists shows it. */
  brand: v.nullable(Text),
};

export const ShelfRecord = v.strictObject({
  ...ListFields,
  name: Text,
  style: ShelfStyle,
  /** Ids, in display order. */
  books: v.array(Id),
});
export type ShelfRecord = v.InferOutput<typeof ShelfRecord>;

export const RankingRecord = v.strictObject({
  ...ListFields,
  name: Text,
  /** Part of the address of the ranking's page. */
  type: Text,
  /** Name in the menu. */
  type_name: Text,
  /** Ids, in rank order. */
  books: v.array(Id),
});
export type RankingRecord = v.InferOutput<typeof RankingRecord>;

export const BannerRecord = v.strictObject({
  ...ListFields,
  title: Text,
  subtitle: Text,
  image: v.nullable(Text),
  book_id: Id,
  /** Title of the book. */
  book: Text,
  updated_at: Timestamp,
});
export type BannerRecord = v.InferOutput<typeof BannerRecord>;

export const HelpEventRecord = v.strictObject({
  id: Id,
  section: Section,
  book_id: Id,
  /** Title of the book. */
  book: Text,
  inviter: Text,
  /** Number of helpers needed. */
  needed: Count,
  helped: Count,
  expires_at: Timestamp,
});
export type HelpEventRecord = v.InferOutput<typeof HelpEventRecord>;

export const BrandRecord = v.strictObject({
  id: Text,
  name: Text,
  hosts: Names,
  locales: Names,
  /** Group of brands that share accounts. */
  accounts: Text,
  catalogue: v.nullable(v.literal('whole')),
});
export type BrandRecord = v.InferOutput<typeof BrandRecord>;

export const ApplicationRecord = v.strictObject({
  id: Id,
  brand: Text,
  section: Section,
  email: Text,
  name: Text,
  native: Text,
  languages: Names,
  /** Ids of the books. */
  books: v.array(Id),
  about: Text,
  created_at: Timestamp,
});
export type ApplicationRecord = v.InferOutput<typeof ApplicationRecord>;

/** A reader's report of a mistake in a chapter. */
export const ReportRecord = v.strictObject({
  id: Id,
  brand: Text,
  section: Section,
  /** Id of the reader's account; null if the reader was signed out. */
  visitor: v.nullable(Id),
  book_id: Id,
  chapter_id: Id,
  /** Path of the chapter on the brand's site. */
  path: Text,
  kind: v.picklist(REPORT_KINDS),
  /** Selected text of the chapter; empty if nothing was selected. */
  passage: Text,
  text: Text,
  state: ReportState,
  note: Text,
  created_at: Timestamp,
  settled_at: v.nullable(Timestamp),
  settled_by: v.nullable(Text),
});
export type ReportRecord = v.InferOutput<typeof ReportRecord>;

export const VoucherRecord = v.strictObject({
  id: Id,
  user_id: Id,
  email: Text,
  name: Text,
  coins: Count,
  /** The book for which the voucher was used; null if it is unused. */
  used_on: v.nullable(BookReference),
  expires_at: Timestamp,
  created_at: Timestamp,
});
export type VoucherRecord = v.InferOutput<typeof VoucherRecord>;

export const VisitorRecord = v.strictObject({
  id: Id,
  email: Text,
  name: Text,
  /** Group of brands that share accounts. */
  accounts: Text,
  coins: Count,
  created_at: Timestamp,
  /** Whether the address is verified. */
  proven: v.boolean(),
  /** Null unless the account is locked. */
  locked_at: v.nullable(Timestamp),
  /** Null if the account has no access to the admin. */
  role: v.nullable(StaffRole),
  seen_at: v.nullable(Timestamp),
  /** Number of open sessions. */
  sessions: Count,
});
export type VisitorRecord = v.InferOutput<typeof VisitorRecord>;

const Fields = v.nullable(v.record(v.string(), v.unknown()));

export const AuditRecord = v.strictObject({
  id: Id,
  at: Timestamp,
  /** Email address of the account, or operating system user for commands. */
  who: Text,
  command: Text,
  act: v.picklist(['add', 'change', 'delete']),
  kind: v.picklist(AUDIT_KINDS),
  /** Id of the record. */
  record: v.number(),
  name: Text,
  /** Field values by name. `before` is null for an added record, `after` for a deleted one. */
  before: Fields,
  after: Fields,
  undoable: v.boolean(),
});
export type AuditRecord = v.InferOutput<typeof AuditRecord>;

export const StaffRecord = v.strictObject({
  id: Id,
  email: Text,
  name: Text,
  /** Group of brands that share accounts. */
  accounts: Text,
  role: StaffRole,
  granted_by: Text,
  granted_at: Timestamp,
  hasSecondFactor: v.boolean(),
  /** Whether the account's address is verified. */
  isVerified: v.boolean(),
  locked_at: v.nullable(Timestamp),
  seen_at: v.nullable(Timestamp),
});
export type StaffRecord = v.InferOutput<typeof StaffRecord>;

export const InvitationRecord = v.strictObject({
  id: Id,
  email: Text,
  /** Group of brands whose account gets the role. */
  accounts: Text,
  role: StaffRole,
  invited_by: Text,
  created_at: Timestamp,
  expires_at: Timestamp,
  /** Returned once, on creation, if no mail is configured. */
  link: v.optional(Text),
});
export type InvitationRecord = v.InferOutput<typeof InvitationRecord>;

/** The schema of each resource's records. */
export const RECORDS = {
  books: BookRecord,
  chapters: ChapterRecord,
  authors: AuthorRecord,
  tags: TagRecord,
  keywords: KeywordRecord,
  genres: GenreRecord,
  shelves: ShelfRecord,
  rankings: RankingRecord,
  banners: BannerRecord,
  'help-events': HelpEventRecord,
  brands: BrandRecord,
  'brand-settings': BrandSettingsRecord,
  visitors: VisitorRecord,
  vouchers: VoucherRecord,
  'translator-applications': ApplicationRecord,
  reports: ReportRecord,
  bin: BinRecord,
  takedowns: TakedownRecord,
  'audit-log': AuditRecord,
  staff: StaffRecord,
  'staff-invitations': InvitationRecord,
} as const;

export type ResourceName = keyof typeof RECORDS;
export type RecordOf<N extends ResourceName> = v.InferOutput<(typeof RECORDS)[N]>;
