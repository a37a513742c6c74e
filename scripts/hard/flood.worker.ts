import { parentPort, workerData } from 'node:worker_threads';
import { Agent, request } from 'undici';
import { createTimes } from './figures.ts';
import { after, steadily } from './load.ts';

/** Settings of a flood: uncached pages that are requested at a steady rate, each only once. */
export interface Flood {
  readonly origin: string;
  readonly host: string;
  readonly perSecond: number;
  readonly seconds: number;
  /** Prefix of the search words. */
  readonly word: string;
}

export interface FloodResult {
  readonly sent: number;
  readonly rendered: number;
  readonly shed: number;
  /** Number of responses that are neither a page nor 503 with Retry-After, by kind. */
  readonly wrong: Readonly<Record<string, number>>;
  /** Median time of an immediate rejection while too many visitors are waiting, in ms. */
  readonly shedMs: number;
  /** Number of pages that the site gave up at its deadline. */
  readonly givenUp: number;
}

const { origin, host, perSecond, seconds, word }: Flood = workerData;
const agent = new Agent({ connections: 400, headersTimeout: 60_000 });
/**
 * A 503 that arrives later than this, in ms, is for a page that the site gave up (after 1.5 s). An earlier one is an
 * immediate rejection.
 */
const DEADLINE_MS = 1200;

const shed = createTimes();
const wrong: Record<string, number> = {};
let sent = 0;
let rendered = 0;
let givenUp = 0;

await steadily(perSecond, after(seconds), async (n) => {
  sent += 1;
  const began = performance.now();
  const outcome = await request(`${origin}/search/result/${word}-${n}`, { headers: { host }, dispatcher: agent }).then(
    async ({ statusCode, headers, body }) => {
      await body.dump();
      return statusCode === 503 && headers['retry-after'] !== undefined ? 'shed' : `${statusCode}`;
    },
    (error: unknown) => String(error),
  );
  const ms = performance.now() - began;
  if (outcome === 'shed' && ms > DEADLINE_MS) givenUp += 1;
  else if (outcome === 'shed') shed.add(ms);
  else if (outcome === '200') rendered += 1;
  else wrong[outcome] = (wrong[outcome] ?? 0) + 1;
});
await agent.close();
const result: FloodResult = { sent, rendered, shed: shed.count, wrong, shedMs: shed.at(50), givenUp };
parentPort?.postMessage(result);
