import type { Role } from '../admin/access/roles.ts';

/** Records of the admin's API, as far as the screens read them. */
interface Rec {
  readonly id: number | string;
}

export type PublicationState = 'draft' | 'scheduled' | 'published';

export interface BookRecord extends Rec {
  readonly title: string;
  readonly author: string;
  readonly introduction: string;
  readonly category: string;
  readonly sub_category: string | null;
  readonly status: 'finished' | 'updating';
  readonly genres: readonly string[];
  readonly tags: readonly string[];
  readonly keywords: readonly string[];
  readonly language: string;
  readonly rating: number | null;
  readonly hot: number;
  readonly words: number;
  readonly chapters: number;
  readonly cover: { readonly url: string; readonly widths: readonly number[] } | null;
  readonly state: PublicationState;
  readonly publish_at: string | null;
  /** Ids of the brands that offer it; null for every one. */
  readonly brands: readonly string[] | null;
  readonly updated_at: string;
}

export interface ChapterRecord extends Rec {
  readonly book_id: number;
  /** From 1, in the book. */
  readonly place: number;
  readonly title: string;
  readonly part: string | null;
  readonly kind: 'chapter' | 'section';
  readonly html: string;
  readonly words: number;
  readonly state: PublicationState;
  readonly publish_at: string | null;
  readonly updated_at: string;
}

/** An author, tag or keyword. */
export interface NameRecord extends Rec {
  readonly name: string;
  readonly books: number;
  readonly updated_at: string;
}

export interface GenreRecord extends Rec {
  readonly name: string;
  readonly introduction: string;
  readonly tags: readonly string[];
  readonly books: number;
}

/** A shelf or a ranking: books in an order, of one brand, or (null) of all. */
export interface BookListRecord extends Rec {
  readonly brand: string | null;
  readonly name: string;
  readonly style: string;
  readonly type: string;
  readonly type_name: string;
  readonly books: readonly number[];
}

export interface BannerRecord extends Rec {
  readonly brand: string | null;
  readonly title: string;
  readonly subtitle: string;
  readonly book_id: number;
}

export interface HelpEventRecord extends Rec {
  readonly book_id: number;
  readonly book: string;
  readonly inviter: string;
  readonly needed: number;
  readonly helped: number;
  readonly expires_at: string;
}

export interface ApplicationRecord extends Rec {
  readonly brand: string;
  readonly email: string;
  readonly name: string;
  readonly native: string;
  readonly languages: readonly string[];
  /** Ids. */
  readonly books: readonly number[];
  readonly about: string;
  readonly created_at: string;
}

/** A mistake in a chapter that a reader told of. */
export interface ReportRecord extends Rec {
  readonly brand: string;
  readonly book_id: number;
  readonly chapter_id: number;
  /** Of the chapter, on the brand's site. */
  readonly path: string;
  readonly kind: 'text' | 'missing' | 'wrong-chapter' | 'rights' | 'other';
  /** Of the chapter; empty where none is named. */
  readonly passage: string;
  readonly text: string;
  readonly state: 'open' | 'settled';
  readonly note: string;
  readonly created_at: string;
  readonly settled_at: string | null;
  readonly settled_by: string | null;
}

export interface VoucherRecord extends Rec {
  readonly user_id: number;
  readonly email: string;
  readonly name: string;
  readonly coins: number;
  readonly used_on: string | null;
  readonly expires_at: string;
}

export interface VisitorRecord extends Rec {
  readonly email: string;
  readonly name: string;
  readonly coins: number;
  readonly created_at: string;
  /** When it was locked; null for an open one. */
  readonly locked_at: string | null;
  /** Of who may use the admin. */
  readonly role: Role | null;
  readonly seen_at: string | null;
}

export interface AuditRecord extends Rec {
  readonly at: string;
  readonly who: string;
  readonly command: string;
  readonly act: 'add' | 'change' | 'delete';
  readonly kind: string;
  readonly record: number | string;
  readonly name: string;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
  readonly undoable: boolean;
}

export interface StaffRecord extends Rec {
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly hasSecondFactor: boolean;
  /** Whether the account's address has been verified. */
  readonly isVerified: boolean;
  readonly granted_at: string;
  readonly seen_at: string | null;
}

export interface InvitationRecord extends Rec {
  readonly email: string;
  /** Group of brands whose account receives the role. */
  readonly accounts: string;
  readonly role: Role;
  readonly invited_by: string;
  readonly created_at: string;
  readonly expires_at: string;
  /** Returned once, on creation, if no mail is configured. */
  readonly link?: string;
}

export interface BrandRecord extends Rec {
  readonly id: string;
  readonly name: string;
  readonly hosts: readonly string[];
  /** Group of brands that share accounts. */
  readonly accounts: string;
}
