import type { IncomingMessage, ServerResponse } from 'node:http';
import * as v from 'valibot';
import type { Brand } from '#src/brand/registry.ts';
import { addVital, bucketOf, METRICS, type Vitals } from '#src/contract/reports/vitals.ts';
import type { Log } from '#src/lib/log.ts';
import { parsePath } from '#src/routes/parse.ts';
import { isFromOwnSite } from '../http/own-site.ts';
import type { ParsedRequest } from '../http/parse-request.ts';
import { createDayCounts } from './day-counts.ts';
import { createSmallPosts, endPost, parseJsonBody } from './small-posts.ts';

/**
 * Counts the field data that pages send (docs/use/measurement.md). The data contains the kind of page and nothing about
 * the visitor.
 */
export interface VitalsCollector {
  /** Responds with 204, 400 to invalid data, 403 to another site, 413 above 2 KiB, or 429 to too many requests. */
  receive(brand: Brand, request: ParsedRequest, message: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Writes the counts that are not stored yet. */
  close(): Promise<void>;
}

const LIMITS = { bytes: 2048, ofBrand: 600, ofAddress: 30 };

/** A value in milliseconds. Values above an hour are invalid. */
const Value = v.pipe(v.number(), v.minValue(0), v.maxValue(3_600_000));
const Message = v.object({
  path: v.pipe(v.string(), v.maxLength(1000)),
  values: v.record(v.picklist(METRICS), Value),
});

/** @param state the state folder */
export function createVitals(state: string, log: Log, now = () => new Date()): VitalsCollector {
  const posts = createSmallPosts(LIMITS);
  const counts = createDayCounts<Vitals>({ state, part: 'vitals', name: 'field data', empty: () => ({}), log, now });
  return {
    async receive(brand, request, message, response) {
      if (!isFromOwnSite(request, brand)) return endPost(response, 403, true);
      const body = await posts.read(brand, request, message, response);
      if (body === undefined) return;
      const sent = parseJsonBody(Message, body);
      const kind = sent && parsePath(sent.path, brand.locales)?.kind;
      if (!sent || kind === undefined) return endPost(response, 400);
      counts.change(brand.id, (vitals) => {
        const measured = METRICS.flatMap((metric) => {
          const value = sent.values[metric];
          return value === undefined ? [] : [{ metric, value }];
        });
        for (const { metric, value } of measured) addVital(vitals, kind, metric, bucketOf(metric, value));
        return measured.length > 0;
      });
      endPost(response, 204);
    },
    close: counts.close,
  };
}
