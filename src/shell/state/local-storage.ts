import * as v from 'valibot';
import { Book, BookReference } from '#src/contract/entities/book.ts';
import { StoredMark } from '#src/contract/entities/marks.ts';
import { Count, Id, Name, Timestamp } from '#src/contract/entities/scalars.ts';
import { HistoryEntry, UserInfo } from '#src/contract/entities/visitor.ts';
import { listOf, persistedJson, persistedText } from './persisted-atom.ts';
import {
  DEFAULT_FONT_SIZE_PX,
  MAX_FONT_SIZE_PX,
  MIN_FONT_SIZE_PX,
  PAPERS,
  type ReaderSettings,
  type Setting,
  SHARED_SETTINGS,
} from './reader-settings.ts';
import * as keys from './storage-keys.ts';

/**
 * All persisted stores. Keys that the specification fixes have no prefix (docs/product.md, section 3); all others begin
 * with `lectern:`.
 */

/** Bearer token; empty when signed out. */
export const $token = persistedText(keys.TOKEN, keys.TOKEN_FORM);

/**
 * When to renew the token, in milliseconds since 1970 by this device's clock; null for a token that is valid as long as
 * its session.
 */
export const $renewAt = persistedJson(keys.RENEW_AT, v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0))), null);

/** The signed-in visitor's profile; `{}` when signed out. */
export const $userInfo = persistedJson(keys.USER_INFO, v.union([UserInfo, v.object({})]), {});

export const $loginStatus = persistedJson(keys.LOGIN_STATUS, v.boolean(), false);

/** The reading history, last read first. */
export const $readlogList = persistedJson(keys.HISTORY, listOf(HistoryEntry), []);

/** Device id, a UUID; empty until first needed. */
export const $localUid = persistedText(keys.DEVICE_ID, /^[\dA-Za-z-]{8,64}$/);

const between = (min: number, max: number) => v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max));

/** Font size of chapters, in px. */
export const $fontSize = persistedJson(
  keys.FONT_SIZE_PX,
  between(MIN_FONT_SIZE_PX, MAX_FONT_SIZE_PX),
  DEFAULT_FONT_SIZE_PX,
);

/** Number of the paper colour in day mode, 1 to 5. */
export const $bgColor = persistedJson(keys.PAPER, between(1, PAPERS), 1);

/**
 * Whether night mode is on. Null, and not stored, until the visitor chooses; until then the brand's default applies.
 */
export const $bgNight = persistedJson(keys.NIGHT, v.nullable(v.boolean()), null);

const HistoryRemoval = v.object({ book_id: Id, removed_at: Timestamp });
export type HistoryRemoval = v.InferOutput<typeof HistoryRemoval>;
/**
 * Books that the visitor removed from the history, latest removal first. A history entry that is older than the removal
 * does not bring the book back.
 */
export const $historyRemovals = persistedJson(keys.HISTORY_REMOVALS, listOf(HistoryRemoval), []);

/** Time of the last change, in ms since 1970. */
const Changed = Count;
const ShelfEntry = v.object({
  book: BookReference,
  cover: Book.entries.cover,
  added_at: Timestamp,
  at: v.optional(Changed),
});
/** A book on the visitor's shelf; cover paths lack the brand's prefix. */
export type ShelfEntry = v.InferOutput<typeof ShelfEntry>;
/** The books on the visitor's shelf, last added first. */
export const $shelf = persistedJson(keys.SHELF, listOf(ShelfEntry), []);

const OwnList = v.object({ id: v.pipe(v.string(), v.regex(/^[\dA-Za-z-]{4,64}$/)), name: Name, at: Changed });
/** A list created by the visitor. The contract defines the built-in lists. */
export type OwnList = v.InferOutput<typeof OwnList>;
/** The visitor's own lists, in order of creation. */
export const $lists = persistedJson(keys.LISTS, listOf(OwnList), []);

const ListEntry = v.object({ list: OwnList.entries.id, book_id: Id, at: Changed });
/** Membership of a book in a list. */
export type ListEntry = v.InferOutput<typeof ListEntry>;
export const $listEntries = persistedJson(keys.LIST_ENTRIES, listOf(ListEntry), []);

const KnownChapters = v.object({ book_id: Id, chapters: Count, at: Changed });
/** A book, and how many of its chapters the visitor knows of. Later chapters count as new. */
export type KnownChapters = v.InferOutput<typeof KnownChapters>;
export const $knownChapters = persistedJson(keys.KNOWN_CHAPTERS, listOf(KnownChapters), []);

const HiddenTag = v.object({ id: Id, name: Name, at: Changed });
/** A tag whose books are hidden from lists. */
export type HiddenTag = v.InferOutput<typeof HiddenTag>;
/** Hidden tags, in the order in which they were hidden. */
export const $hiddenTags = persistedJson(keys.HIDDEN_TAGS, listOf(HiddenTag), []);

const Tombstone = v.object({ key: v.pipe(v.string(), v.maxLength(140)), at: Changed });
/** A removal: the key of a library item, and its time. */
export type Tombstone = v.InferOutput<typeof Tombstone>;
/** Removals of library items, latest first. */
export const $tombstones = persistedJson(keys.TOMBSTONES, listOf(Tombstone), []);

const Synced = v.object({
  /** Id of the account that the device syncs with. */
  account: Count,
  cursor: v.string(),
  /** Time of the last successful sync, in ms since 1970. */
  at: Count,
  /** Change times by key of the items that the account is known to have. */
  known: v.record(v.string(), Count),
});
export type Synced = v.InferOutput<typeof Synced>;
/** The sync state of this device and the account; null before the first sync. */
export const $synced = persistedJson(keys.SYNCED, v.nullable(Synced), null);

const Briefs = v.object({ at: Count, items: v.array(v.object({ id: Id, chapters: Count })) });
/** Chapter counts of the shelf books at the time of the last request. */
export const $briefs = persistedJson(keys.BRIEFS, Briefs, { at: 0, items: [] });

/** Recent searches, latest first. */
export const $recentSearches = persistedJson(
  keys.RECENT_SEARCHES,
  listOf(v.pipe(v.string(), v.minLength(1), v.maxLength(200))),
  [],
);

/** Bookmarks and highlights, latest change first, including removals. */
export const $marks = persistedJson(keys.MARKS, listOf(StoredMark), []);

/** Rate of speech: 1 is the voice's default. */
export const RATE = { min: 0.5, max: 3, step: 0.1, initial: 1 } as const;
const Listening = v.object({
  rate: v.pipe(v.number(), v.minValue(RATE.min), v.maxValue(RATE.max)),
  /** The chosen voice, by language of the book. */
  voices: v.record(v.string(), v.pipe(v.string(), v.maxLength(300))),
});
/** Settings for reading aloud. */
export const $listening = persistedJson(keys.LISTENING, Listening, { rate: RATE.initial, voices: {} });

/** Whether Chinese and Japanese texts are shown in vertical columns, from right to left. */
export const $vertical = persistedJson(keys.VERTICAL, v.boolean(), false);

const perSetting = <T>(pick: (setting: Setting) => T) =>
  Object.fromEntries(Object.entries(SHARED_SETTINGS).map(([name, setting]) => [name, pick(setting)]));
/** The default value of every setting. */
export const DEFAULT_READER_SETTINGS = perSetting(({ initial }) => initial) as ReaderSettings;
const validOrDefault = ({ values, initial }: Setting) =>
  v.fallback(
    v.custom((value) => values.includes(value)),
    initial,
  );
const Reader = v.pipe(
  v.object(perSetting(validOrDefault)),
  v.transform((settings) => settings as ReaderSettings),
);
export const $readerSettings = persistedJson(keys.READER_SETTINGS, Reader, DEFAULT_READER_SETTINGS);

/** The visitor's reading pace in words per minute; 0 while unknown. */
export const $pace = persistedJson(keys.PACE, v.pipe(v.number(), v.minValue(0), v.maxValue(2000)), 0);

const ReadChapters = v.object({
  book_id: Id,
  /** The numbers of chapters read to the end, as ascending ranges: pairs of first and last number. */
  spans: v.pipe(v.array(v.tuple([Id, Id])), v.maxLength(2000)),
});
/** The chapters that the visitor has read, by book, most recently read book first. */
export const $readChapters = persistedJson(keys.READ_CHAPTERS, listOf(ReadChapters), []);

const DownloadedBook = v.object({
  book: BookReference,
  cover: Book.entries.cover,
  /** Path at which reading starts. */
  start: v.pipe(v.string(), v.regex(/^(\/[\w-]+)+$/), v.maxLength(200)),
  /** Number of chapters in the book; `done` is the number of downloaded chapters. */
  total: Count,
  done: Count,
  bytes: Count,
  /**
   * `keeping`: being downloaded; `kept`: downloaded; `full`: the device has no space left; `failed`: some files could
   * not be downloaded.
   */
  state: v.picklist(['keeping', 'paused', 'kept', 'full', 'failed']),
  kept_at: Timestamp,
});
/** A downloaded book; cover paths lack the brand's prefix. */
export type DownloadedBook = v.InferOutput<typeof DownloadedBook>;
/** Downloaded books, the most recently downloaded first. */
export const $downloads = persistedJson(keys.DOWNLOADS, listOf(DownloadedBook), []);

/** Whether notifications have been offered on this device. They are offered only once. */
export const $notifyOffered = persistedJson(keys.NOTIFY_OFFERED, v.boolean(), false);
