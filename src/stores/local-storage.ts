import * as v from 'valibot';
import { Book, BookReference } from '#src/contract/entities/book.ts';
import { StoredMark } from '#src/contract/entities/marks.ts';
import { Count, Id, Name, Timestamp } from '#src/contract/entities/scalars.ts';
import { HistoryEntry, UserInfo } from '#src/contract/entities/visitor.ts';
import { listOf, persistedJson, persistedText } from './persisted-atom.ts';

/** The only persisted module (product 3): its keys are named there, our own begin with `lectern:`. */

export const FONT_SIZE = { least: 14, most: 24, initial: 16 } as const;
export const PAPERS = 5;

/** Bearer token; empty when signed out. Only what may stand in a header. */
export const $token = persistedText('token', /^[\x21-\x7e]{16,4096}$/);

/**
 * When to ask for the next token, in milliseconds since 1970 by this device's clock; null for a token that lasts as
 * long as its session.
 */
export const $renewAt = persistedJson(
  'lectern:renew-at',
  v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0))),
  null,
);

/** `{}` when signed out. */
export const $userInfo = persistedJson('userInfo', v.union([UserInfo, v.object({})]), {});

export const $loginStatus = persistedJson('loginStatus', v.boolean(), false);

/** Newest first. */
export const $readlogList = persistedJson('readlogList', listOf(HistoryEntry), []);

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

const HistoryRemoval = v.object({ book_id: Id, removed_at: Timestamp });
export type HistoryRemoval = v.InferOutput<typeof HistoryRemoval>;
/** Books taken out of the history, the latest first: what is older does not bring them back. */
export const $historyRemovals = persistedJson('lectern:removed', listOf(HistoryRemoval), []);

/** The last change in ms since 1970, for those that were not made by it. */
const Changed = Count;
const ShelfEntry = v.object({
  book: BookReference,
  cover: Book.entries.cover,
  added_at: Timestamp,
  at: v.optional(Changed),
});
/** A book on the visitor's shelf; covers stand without the brand's prefix. */
export type ShelfEntry = v.InferOutput<typeof ShelfEntry>;
/** Newest first. */
export const $shelf = persistedJson('lectern:shelf', listOf(ShelfEntry), []);

const OwnList = v.object({ id: v.pipe(v.string(), v.regex(/^[\dA-Za-z-]{4,64}$/)), name: Name, at: Changed });
/** A list of the visitor's own; those that every shelf has are in the contract. */
export type OwnList = v.InferOutput<typeof OwnList>;
/** In the order they were made. */
export const $lists = persistedJson('lectern:lists', listOf(OwnList), []);

const ListEntry = v.object({ list: OwnList.entries.id, book_id: Id, at: Changed });
/** That a book is in a list. */
export type ListEntry = v.InferOutput<typeof ListEntry>;
export const $listEntries = persistedJson('lectern:listed', listOf(ListEntry), []);

const KnownChapters = v.object({ book_id: Id, chapters: Count, at: Changed });
/** How many chapters of a book the visitor knows of. */
export type KnownChapters = v.InferOutput<typeof KnownChapters>;
export const $knownChapters = persistedJson('lectern:seen', listOf(KnownChapters), []);

const HiddenTag = v.object({ id: Id, name: Name, at: Changed });
/** A tag whose books are never shown; in the order they were hidden. */
export type HiddenTag = v.InferOutput<typeof HiddenTag>;
export const $hiddenTags = persistedJson('lectern:hidden-tags', listOf(HiddenTag), []);

const Tombstone = v.object({ key: v.pipe(v.string(), v.maxLength(140)), at: Changed });
/** Taken away: the key of an item of the library, and when. */
export type Tombstone = v.InferOutput<typeof Tombstone>;
/** The latest first. */
export const $tombstones = persistedJson('lectern:gone', listOf(Tombstone), []);

const Synced = v.object({
  /** Id of the account that all this is of. */
  account: Count,
  cursor: v.string(),
  /** When it last went well, in ms since 1970. */
  at: Count,
  /** What the account is known to have: the time of each item by its key. */
  known: v.record(v.string(), Count),
});
export type Synced = v.InferOutput<typeof Synced>;
/** How far this device and the account agree; null before they first did. */
export const $synced = persistedJson('lectern:synced', v.nullable(Synced), null);

const Briefs = v.object({ at: Count, items: v.array(v.object({ id: Id, chapters: Count })) });
/** How many chapters the kept books have, as told at that moment. */
export const $briefs = persistedJson('lectern:briefs', Briefs, { at: 0, items: [] });

/** The latest first. */
export const $recentSearches = persistedJson(
  'lectern:recent-searches',
  listOf(v.pipe(v.string(), v.minLength(1), v.maxLength(200))),
  [],
);

/** Bookmarks and highlights, the latest change first; those taken away are remembered. */
export const $marks = persistedJson('lectern:marks', listOf(StoredMark), []);

/** Speed of speech: 1 is the voice's own. */
export const RATE = { least: 0.5, most: 3, step: 0.1, initial: 1 } as const;
const Listening = v.object({
  rate: v.pipe(v.number(), v.minValue(RATE.least), v.maxValue(RATE.most)),
  /** The voice chosen, by the language of the text. */
  voices: v.record(v.string(), v.pipe(v.string(), v.maxLength(300))),
});
/** How chapters are read aloud. */
export const $listening = persistedJson('lectern:listening', Listening, { rate: RATE.initial, voices: {} });

/** Chinese and Japanese in columns from the right. */
export const $vertical = persistedJson('lectern:vertical', v.boolean(), false);

/** Steps of a setting with a middle one. */
const stepOf = (most: number, initial: number) =>
  v.fallback(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(most)), initial);
const isOn = (initial: boolean) => v.fallback(v.boolean(), initial);

/** How chapters look and move beyond size, paper and night (product 3). A part that does not fit is the default. */
const Reader = v.object({
  /** `clear`: a face drawn for readers with low vision or dyslexia. */
  face: v.fallback(v.picklist(['serif', 'sans', 'clear']), 'serif'),
  /** Line height. */
  leading: stepOf(5, 3),
  /** Width of a line. */
  measure: stepOf(3, 2),
  /** Room beside the text on a phone. */
  margin: stepOf(3, 2),
  justify: isOn(false),
  /** What sets paragraphs apart; null leaves it to the book. */
  paragraphs: v.fallback(v.nullable(v.picklist(['spaced', 'indented'])), null),
  /** Words are divided at the ends of lines; null leaves it to `justify`. */
  hyphens: v.fallback(v.nullable(v.boolean()), null),
  /** True black by night. */
  black: isOn(false),
  flow: v.fallback(v.picklist(['scroll', 'pages']), 'scroll'),
  /** Pages side by side on a wide screen. */
  columns: stepOf(2, 1),
  /** Of the auto-scroll. */
  speed: stepOf(10, 4),
  /** The screen stays on. */
  wake: isOn(false),
  /** Letters are shortcuts. */
  keys: isOn(true),
});
export type ReaderSettings = v.InferOutput<typeof Reader>;
/** Every setting's default. */
export const DEFAULT_READER_SETTINGS: ReaderSettings = {
  face: 'serif',
  leading: 3,
  measure: 2,
  margin: 2,
  justify: false,
  paragraphs: null,
  hyphens: null,
  black: false,
  flow: 'scroll',
  columns: 1,
  speed: 4,
  wake: false,
  keys: true,
};
export const $readerSettings = persistedJson('lectern:reader', Reader, DEFAULT_READER_SETTINGS);

/** The visitor's own pace, words a minute, from what was read so far; 0 while nothing is known. */
export const $pace = persistedJson('lectern:pace', v.pipe(v.number(), v.minValue(0), v.maxValue(2000)), 0);

const ReadChapters = v.object({
  book_id: Id,
  /** Numbers of the chapters read to their end: pairs of first and last, ascending. */
  spans: v.pipe(v.array(v.tuple([Id, Id])), v.maxLength(2000)),
});
/** The book read last first. */
export const $readChapters = persistedJson('lectern:read', listOf(ReadChapters), []);

const DownloadedBook = v.object({
  book: BookReference,
  cover: Book.entries.cover,
  /** Address of the first chapter. */
  start: v.pipe(v.string(), v.regex(/^(\/[\w-]+)+$/), v.maxLength(200)),
  /** Chapters of the book, and those that are here. */
  total: Count,
  done: Count,
  bytes: Count,
  /** `full`: the device has no room; `failed`: not everything could be fetched. */
  state: v.picklist(['keeping', 'paused', 'kept', 'full', 'failed']),
  kept_at: Timestamp,
});
/** A book kept for reading without a connection; covers stand without the brand's prefix. */
export type DownloadedBook = v.InferOutput<typeof DownloadedBook>;
/** The one kept last first. */
export const $downloads = persistedJson('lectern:kept', listOf(DownloadedBook), []);

/** Notifications were offered on this device; once is enough. */
export const $notifyOffered = persistedJson('lectern:notify-offered', v.boolean(), false);
