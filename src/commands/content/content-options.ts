import type { BookChanges } from '#src/api/index.ts';
import { ConfigError } from '#src/lib/errors.ts';
import { parseTimestamp, toTimestamp } from '#src/lib/timestamp.ts';

/** The command-line switches that set fields of a book. */
const FIELDS = {
  title: { type: 'string' },
  author: { type: 'string' },
  introduction: { type: 'string' },
  category: { type: 'string' },
  'sub-category': { type: 'string' },
  status: { type: 'string' },
  genres: { type: 'string' },
  tags: { type: 'string' },
  keywords: { type: 'string' },
  language: { type: 'string' },
  rating: { type: 'string' },
  hot: { type: 'string' },
  brands: { type: 'string' },
  work: { type: 'string' },
  'alternative-titles': { type: 'string' },
  'original-title': { type: 'string' },
  'original-author': { type: 'string' },
  'original-language': { type: 'string' },
} as const;

export const CONTENT_SWITCHES = {
  ...FIELDS,
  at: { type: 'string' },
  reason: { type: 'string' },
  live: { type: 'boolean', default: false },
  chapter: { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
  limit: { type: 'string', default: '50' },
  json: { type: 'boolean', default: false },
} as const;

export type ContentSwitches = { readonly [name in keyof typeof FIELDS]?: string | undefined } & {
  readonly at?: string | undefined;
  readonly reason?: string | undefined;
  readonly live?: boolean;
  readonly chapter?: string | undefined;
  readonly 'dry-run': boolean;
  readonly limit: string;
  readonly json: boolean;
};

/** Converts the switches to the book's fields. @throws ConfigError naming the invalid value */
export function bookChanges(switches: ContentSwitches): BookChanges {
  const { title, author, introduction, category, status, genres, tags, keywords, language, rating, hot, brands } =
    switches;
  const sub = switches['sub-category'];
  return {
    ...withoutUndefined({ title, author, introduction, category, language }),
    ...(sub !== undefined && { subCategory: sub || null }),
    ...(status !== undefined && { status: statusOf(status) }),
    ...(genres !== undefined && { genres: namesOf(genres) }),
    ...(tags !== undefined && { tags: namesOf(tags) }),
    ...(keywords !== undefined && { keywords: namesOf(keywords) }),
    ...(rating !== undefined && { rating: rating === '' ? null : numberOf('rating', rating) }),
    ...(hot !== undefined && { hot: numberOf('hot', hot) }),
    ...(brands !== undefined && { brands: brands === 'all' ? null : namesOf(brands) }),
    ...editionChanges(switches),
  };
}

/** The fields of the edition. An empty text removes a value. */
function editionChanges(switches: ContentSwitches): BookChanges {
  const titles = switches['alternative-titles'];
  const texts = {
    work: switches.work,
    originalTitle: switches['original-title'],
    originalAuthor: switches['original-author'],
    originalLanguage: switches['original-language'],
  };
  return {
    ...(titles !== undefined && { alternativeTitles: namesOf(titles) }),
    ...Object.fromEntries(
      Object.entries(texts).flatMap(([name, text]) => (text === undefined ? [] : [[name, text.trim() || null]])),
    ),
  };
}

/** Parses a timestamp. @throws ConfigError if it is invalid or not in the future */
export function momentOf(text: string | undefined, now: Date): { from: string } {
  const time = parseTimestamp(text ?? '');
  if (time === undefined)
    throw new ConfigError(
      `--at is "${text ?? ''}". Give a time with its time zone, such as 2026-12-01T18:00:00+01:00.`,
    );
  if (time <= now.getTime())
    throw new ConfigError(`--at is ${text}, which is in the past. To publish now, use: publish ID`);
  return { from: toTimestamp(new Date(time)) };
}

/** Parses a positive whole number. @throws ConfigError if it is invalid */
export function countOf(what: string, text: string | undefined): number {
  if (text !== undefined && /^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw new ConfigError(`${what} is "${text ?? ''}". Give a positive whole number.`);
}

const withoutUndefined = <T extends object>(fields: T): { [name in keyof T]?: string } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [name in keyof T]?: string;
  };

const namesOf = (text: string) => [
  ...new Set(
    text
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean),
  ),
];

function numberOf(name: string, text: string): number {
  const number = Number(text);
  if (text.trim() !== '' && Number.isFinite(number)) return number;
  throw new ConfigError(`--${name} is "${text}". Give a number.`);
}

function statusOf(text: string): 'finished' | 'updating' {
  if (text === 'finished' || text === 'updating') return text;
  throw new ConfigError(`--status is "${text}". Give finished or updating.`);
}
