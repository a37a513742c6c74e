import type { IncomingMessage, ServerResponse } from 'node:http';
import * as v from 'valibot';
import type { Brand } from '#src/brand/registry.ts';
import type { Log } from '#src/lib/log.ts';
import { addVital, bucketOf, METRICS, type Vitals } from '#src/lib/vitals.ts';
import { parsePath } from '#src/routes/parse.ts';
import { createDayCounts } from './day-counts.ts';
import { isFromOwnSite } from './own-site.ts';
import type { ParsedRequest } from './parse-request.ts';
import { createSmallPosts, endPost, parseJsonBody } from './small-posts.ts';

/** Counts the field data that pages send (docs/use/measurement.md): of a page its kind, of a visitor nothing. */
export interface VitalsCollector {
  /** Answers 204, 400 for what is no field data, 403 from another site, 413 above 2 KiB, or 429 where there were too many. */
  receive(brand: Brand, request: ParsedRequest, message: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Writes what is not written yet. */
  close(): Promise<void>;
}

const LIMITS = { bytes: 2048, ofBrand: 600, ofAddress: 30 };

/** An hour in milliseconds is more than any page takes; a larger value is a mistake or a lie. */
const Value = v.pipe(v.number(), v.minValue(0), v.maxValue(3_600_000));
const Message = v.object({
  path: v.pipe(v.string(), v.maxLength(1000)),
  values: v.record(v.picklist(METRICS), Value),
});

/** @param state folder of all state */
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
