import * as v from 'valibot';
import { Id, Timestamp } from '#src/contract/entities/scalars.ts';
import { HistoryEntry, UserInfo } from '#src/contract/entities/visitor.ts';
import { persistedJson, persistedText } from './persisted.ts';

/** The only persisted module (spec 3): its keys are the specification's, our own begin with `lectern:`. */

export const FONT_SIZE = { least: 14, most: 24, initial: 16 } as const;
export const PAPERS = 5;

/** Bearer token; empty when signed out. */
export const $token = persistedText('token', 4096);

const Nobody = v.strictObject({});
/** `{}` when signed out. */
export const $userInfo = persistedJson('userInfo', v.union([UserInfo, Nobody]), {});

export const $loginStatus = persistedJson('loginStatus', v.boolean(), false);

/** Newest first. */
export const $readlogList = persistedJson('readlogList', v.array(HistoryEntry), []);

/** Device id, a UUID; empty until first needed. */
export const $localUid = persistedText('local_uid', 64);

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

/** Null until the visitor chooses: then the brand's default mode holds. */
export const $bgNight = persistedJson('bg_night', v.nullable(v.boolean()), null);

export const Removal = v.object({ book_id: Id, removed_at: Timestamp });
export type Removal = v.InferOutput<typeof Removal>;
/** Books taken out of the history, until the account knows. */
export const $removed = persistedJson('lectern:removed', v.array(Removal), []);

export const $recentSearches = persistedJson(
  'lectern:recent-searches',
  v.array(v.pipe(v.string(), v.maxLength(200))),
  [],
);
