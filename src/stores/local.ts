import * as v from 'valibot';
import { Book, BookReference } from '#src/contract/entities/book.ts';
import { Id, Timestamp } from '#src/contract/entities/scalars.ts';
import { HistoryEntry, UserInfo } from '#src/contract/entities/visitor.ts';
import { listOf, persistedJson, persistedText } from './persisted.ts';

/** The only persisted module (spec 3): its keys are the specification's, our own begin with `lectern:`. */

export const FONT_SIZE = { least: 14, most: 24, initial: 16 } as const;
export const PAPERS = 5;

/** Bearer token; empty when signed out. Only what may stand in a header. */
export const $token = persistedText('token', /^[\x21-\x7e]{16,4096}$/);

/** `{}` when signed out. */
export const $userInfo = persistedJson('userInfo', v.union([UserInfo, v.object({})]), {});

export const $loginStatus = persistedJson('loginStatus', v.boolean(), false);

/** The form alone lets dates through that do not exist. */
const isMoment = v.check((time: string) => !Number.isNaN(Date.parse(time)));
const Moment = v.pipe(Timestamp, isMoment);

/** Newest first. */
export const $readlogList = persistedJson(
  'readlogList',
  listOf(v.object({ ...HistoryEntry.entries, read_at: Moment })),
  [],
);

/** Device id, a UUID; empty until first needed. */
export const $localUid = persistedText('local_uid', /^[\dA-Za-z-]{8,64}$/);

/** px */
export const $fontSize = persistedJson(
  'font_size',
  v.pipe(v.number(), v.integer(), v.minValue(FONT_SIZE.least), v.maxValue(FONT_SIZE.most)),
  FONT_SIZE.initial,
);

/** Day paper, 1 to 5. */
export const $bgColor = persistedJson(
  'bg_color',
  v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(PAPERS)),
  1,
);

/** Null, and without a key, until the visitor chooses: then the brand's default mode holds. */
export const $bgNight = persistedJson('bg_night', v.nullable(v.boolean()), null);

const Removal = v.object({ book_id: Id, removed_at: Moment });
export type Removal = v.InferOutput<typeof Removal>;
/** Books taken out of the history, until the account knows. */
export const $removed = persistedJson('lectern:removed', listOf(Removal), []);

const ShelfEntry = v.object({ book: BookReference, cover: Book.entries.cover, added_at: Moment });
/** A book on the visitor's shelf; covers stand without the brand's prefix. */
export type ShelfEntry = v.InferOutput<typeof ShelfEntry>;
/** Newest first. */
export const $shelf = persistedJson('lectern:shelf', listOf(ShelfEntry), []);

/** The latest first. */
export const $recentSearches = persistedJson(
  'lectern:recent-searches',
  listOf(v.pipe(v.string(), v.minLength(1), v.maxLength(200))),
  [],
);
