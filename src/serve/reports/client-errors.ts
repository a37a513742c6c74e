import type { IncomingMessage, ServerResponse } from 'node:http';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import * as v from 'valibot';
import type { Brand } from '#src/brand/registry.ts';
import type { ClientErrorKind } from '#src/contract/reports/client-errors.ts';
import { hash } from '#src/lib/hash.ts';
import type { Log } from '#src/lib/log.ts';
import { networkOf } from '#src/lib/network.ts';
import { isFromOwnSite } from '../http/own-site.ts';
import type { ParsedRequest } from '../http/parse-request.ts';
import { addReports, ERROR_FIELDS, type ErrorsOfDay, PageKind } from './client-errors-files.ts';
import { createDayCounts } from './day-counts.ts';
import { createSmallPosts, endPost, parseJsonBody } from './small-posts.ts';

/**
 * Counts the errors that pages report (docs/use/client-errors.md), and logs each error when this process first receives
 * it.
 */
export interface ClientErrors {
  /** Responds with 204, 400 to an invalid report, 403 to another site, 413 above 2 KiB, or 429 to too many requests. */
  receive(brand: Brand, request: ParsedRequest, message: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Writes the counts that are not stored yet. */
  close(): Promise<void>;
}

export interface ClientErrorsOptions {
  /** The state folder. */
  readonly state: string;
  readonly log: Log;
  readonly meter?: { clientError(brand: string, kind: ClientErrorKind): void } | undefined;
  readonly now?: () => Date;
}

const LIMITS = { bytes: 2048, ofBrand: 600, ofAddress: 30 };
/** Maximum number of distinct errors that a process stores per brand and day. */
const MAX_ERRORS = 200;
/** Maximum number of distinct errors that one network may add per brand and day. */
const MAX_NEW_OF_NETWORK = 20;
const DAY_SECONDS = 86_400;
/** Maximum number of errors per brand whose fingerprints are remembered, so that each error is logged only once. */
const MAX_LOGGED = 1000;

const Report = v.strictObject({ ...ERROR_FIELDS, page: PageKind });
type Report = v.InferOutput<typeof Report>;

export function createClientErrors({ state, log, meter, now = () => new Date() }: ClientErrorsOptions): ClientErrors {
  const posts = createSmallPosts(LIMITS);
  const empty = (): ErrorsOfDay => ({ errors: {}, others: 0 });
  const counts = createDayCounts({ state, part: 'client-errors', name: 'errors of browsers', empty, log, now });
  const ofNetwork = new RateLimiterMemory({ points: MAX_NEW_OF_NETWORK, duration: DAY_SECONDS });
  const logged = new Map<string, Set<string>>();

  const logOnce = (brand: string, id: string, { kind, name, message, frames, page }: Report) => {
    const loggedIds = logged.get(brand) ?? new Set();
    if (loggedIds.has(id)) return;
    logged.set(brand, loggedIds.size < MAX_LOGGED ? loggedIds.add(id) : new Set([id]));
    log.warn('browser error', { brand, id, kind, name, message, at: frames[0] ?? 'unknown', page });
  };

  /**
   * Whether another distinct error may be added today. The limit per network prevents one client from filling the day
   * with invented errors.
   */
  const mayAdd = async (brand: string, network: string) => {
    if (Object.keys(counts.today(brand).errors).length >= MAX_ERRORS) return false;
    return await ofNetwork.consume(`${brand} ${network}`).then(
      () => true,
      () => false,
    );
  };

  const count = async (brand: string, network: string, report: Report) => {
    const { page, ...error } = report;
    // The names of script files contain a hash of their content, so errors of different builds have different ids.
    const id = hash(JSON.stringify([error.kind, error.name, error.message, error.frames]), 16);
    const moment = now().toISOString();
    const isKept = counts.today(brand).errors[id] !== undefined || (await mayAdd(brand, network));
    counts.change(brand, (day) => {
      if (isKept) {
        const counted = { ...error, count: 1, first: moment, last: moment, pages: { [page]: 1 } };
        day.errors[id] = addReports(day.errors[id], counted);
      } else day.others += 1;
      return true;
    });
    if (isKept) logOnce(brand, id, report);
    meter?.clientError(brand, error.kind);
  };

  return {
    async receive(brand, request, message, response) {
      if (!isFromOwnSite(request, brand)) return endPost(response, 403, true);
      const body = await posts.read(brand, request, message, response);
      if (body === undefined) return;
      const report = parseJsonBody(Report, body);
      if (!report) return endPost(response, 400);
      await count(brand.id, networkOf(request.clientAddress), report);
      endPost(response, 204);
    },
    close: counts.close,
  };
}
