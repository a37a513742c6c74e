import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import * as v from 'valibot';
import type { Brand } from '#src/brand/registry.ts';
import { messageOf } from '#src/lib/errors.ts';
import type { Log } from '#src/lib/log.ts';
import { addVital, bucketOf, METRICS, type Vitals } from '#src/lib/vitals.ts';
import { parsePath } from '#src/routes/parse.ts';
import { isFromOwnSite } from './own-site.ts';
import type { ParsedRequest } from './parse-request.ts';
import { createSmallPosts, endPost } from './small-posts.ts';
import { dayOf, writeVitals } from './vitals-files.ts';

/** Counts the field data that pages send (docs/use/measurement.md): of a page its kind, of a visitor nothing. */
export interface VitalsCollector {
  /** Answers 204, 400 for what is no field data, 403 from another site, 413 above 2 KiB, or 429 where there were too many. */
  receive(brand: Brand, request: ParsedRequest, message: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Writes what is not written yet. */
  close(): Promise<void>;
}

const LIMITS = { bytes: 2048, ofBrand: 600, ofAddress: 30 };
const WRITE_MS = 60_000;

/** An hour in milliseconds is more than any page takes; a larger value is a mistake or a lie. */
const Value = v.pipe(v.number(), v.minValue(0), v.maxValue(3_600_000));
const Message = v.object({
  path: v.pipe(v.string(), v.maxLength(1000)),
  values: v.record(v.picklist(METRICS), Value),
});

interface Counted {
  readonly brand: string;
  readonly day: string;
  readonly vitals: Vitals;
  isWritten: boolean;
}

/** @param state folder of all state */
export function createVitals(state: string, log: Log, now = () => new Date()): VitalsCollector {
  const posts = createSmallPosts(LIMITS);
  const instance = randomBytes(4).toString('hex');
  /** What this process counted today, by brand. */
  const counted = new Map<string, Counted>();
  let writing = Promise.resolve();

  const write = async (one: Counted) => {
    if (one.isWritten) return;
    one.isWritten = true;
    await writeVitals(join(state, one.brand), one.day, instance, one.vitals).catch((error: unknown) => {
      // The next one writes all of the day.
      one.isWritten = false;
      log.warn('field data could not be written', { brand: one.brand, error: messageOf(error) });
    });
  };
  const writeLater = (some: readonly Counted[]) => {
    writing = writing.then(async () => {
      for (const one of some) await write(one);
    });
    return writing;
  };
  const timer = setInterval(() => void writeLater([...counted.values()]), WRITE_MS).unref();

  const today = (brand: string): Counted => {
    const day = dayOf(now());
    const known = counted.get(brand);
    if (known?.day === day) return known;
    if (known) void writeLater([known]);
    const begun = { brand, day, vitals: {}, isWritten: true };
    counted.set(brand, begun);
    return begun;
  };

  return {
    async receive(brand, request, message, response) {
      if (!isFromOwnSite(request, brand)) return endPost(response, 403, true);
      const body = await posts.read(brand, request, message, response);
      if (body === undefined) return;
      const sent = parse(body);
      const kind = sent && parsePath(sent.path, brand.locales)?.kind;
      if (!sent || kind === undefined) return endPost(response, 400);
      const one = today(brand.id);
      for (const metric of METRICS) {
        const value = sent.values[metric];
        if (value === undefined) continue;
        addVital(one.vitals, kind, metric, bucketOf(metric, value));
        one.isWritten = false;
      }
      endPost(response, 204);
    },
    async close() {
      clearInterval(timer);
      await writeLater([...counted.values()]);
    },
  };
}

function parse(body: string): v.InferOutput<typeof Message> | undefined {
  try {
    const { success, output } = v.safeParse(Message, JSON.parse(body));
    return success ? output : undefined;
  } catch {
    return undefined;
  }
}
