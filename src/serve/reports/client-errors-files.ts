import * as v from 'valibot';
import {
  CLIENT_ERROR_KINDS,
  type ClientError,
  errorName,
  FILE_NAME,
  MAX_FRAMES,
  redactMessage,
} from '#src/contract/reports/client-errors.ts';
import { Timestamp } from '#src/lib/timestamp-schema.ts';
import { PAGE_KINDS, type RouteKind } from '#src/routes/page-kinds.ts';
import { readDays } from './day-files.ts';

/** Data about one error on one day. */
export interface CountedError extends ClientError {
  readonly count: number;
  /** Time of the first report: ISO 8601, UTC. */
  readonly first: string;
  readonly last: string;
  /** Number of reports by kind of page. */
  readonly pages: Readonly<Partial<Record<RouteKind, number>>>;
}

/** A brand's errors on one day, by fingerprint. */
export interface ErrorsOfDay {
  readonly errors: Record<string, CountedError>;
  /** Number of reports about errors that are not listed because of the daily limit. */
  others: number;
}

const POSITION = /^(.+):[1-9]\d{0,6}:[1-9]\d{0,6}$/;
const isFrame = (text: string) => {
  const name = POSITION.exec(text)?.[1];
  return name === 'page' || FILE_NAME.test(name ?? text);
};

/**
 * The fields that a page's script sends. They can only contain predefined words, class names and positions in files.
 */
export const ERROR_FIELDS = {
  kind: v.picklist(CLIENT_ERROR_KINDS),
  name: v.pipe(
    v.string(),
    v.check((name) => errorName(name) === name),
  ),
  message: v.pipe(
    v.string(),
    v.check((message) => redactMessage(message) === message),
  ),
  frames: v.pipe(v.array(v.pipe(v.string(), v.check(isFrame))), v.maxLength(MAX_FRAMES)),
};
export const PageKind = v.picklist(Object.keys(PAGE_KINDS) as RouteKind[]);

const Count = v.pipe(v.number(), v.integer(), v.minValue(0));
const Counted = v.object({
  ...ERROR_FIELDS,
  count: Count,
  first: Timestamp,
  last: Timestamp,
  pages: v.record(PageKind, Count),
});
const Stored = v.object({ errors: v.record(v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/)), Counted), others: Count });

/** Sums up the errors of all days since `from` and of all processes. Skips damaged files. */
export async function readClientErrors(brandFolder: string, from: string): Promise<ErrorsOfDay> {
  const sum = new Map<string, CountedError>();
  let others = 0;
  for await (const [, counts] of readDays(brandFolder, 'client-errors', from)) {
    const stored = v.safeParse(Stored, counts);
    if (!stored.success) continue;
    others += stored.output.others;
    for (const [id, error] of Object.entries(stored.output.errors)) sum.set(id, addReports(sum.get(id), error));
  }
  return { errors: Object.fromEntries(sum), others };
}

/** Adds up two records of the same error. */
export function addReports(sum: CountedError | undefined, more: CountedError): CountedError {
  if (!sum) return more;
  const pages = { ...sum.pages };
  for (const [kind, count] of Object.entries(more.pages) as [RouteKind, number][])
    pages[kind] = (pages[kind] ?? 0) + count;
  const first = sum.first < more.first ? sum.first : more.first;
  const last = sum.last > more.last ? sum.last : more.last;
  return { ...sum, count: sum.count + more.count, first, last, pages };
}
