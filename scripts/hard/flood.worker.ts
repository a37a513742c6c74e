import { parentPort, workerData } from 'node:worker_threads';
import { Agent, request } from 'undici';
import { createTimes } from './figures.ts';
import { after, steadily } from './load.ts';

/** Pages nobody has asked for, each once, at a steady rate. */
export interface Flood {
  readonly origin: string;
  readonly host: string;
  readonly perSecond: number;
  readonly seconds: number;
  /** Start of the words that are searched for. */
  readonly word: string;
}

export interface FloodResult {
  readonly sent: number;
  readonly rendered: number;
  readonly shed: number;
  /** Answers that are neither a page nor 503 with Retry-After, by what they were. */
  readonly wrong: Readonly<Record<string, number>>;
  /** Half of the answers that send a visitor away at once, because too many wait, came within so many ms. */
  readonly shedMs: number;
  /** Pages that were waited for until the site's deadline, and then given up. */
  readonly givenUp: number;
}

const { origin, host, perSecond, seconds, word }: Flood = workerData;
const agent = new Agent({ connections: 400, headersTimeout: 60_000 });
/** The site gives a page up after 1.5 s; who is sent away at once waits for nothing. */
const DEADLINE_MS = 1200;

const shed = createTimes();
const wrong: Record<string, number> = {};
let sent = 0;
let rendered = 0;
let givenUp = 0;

await steadily(perSecond, after(seconds), async (n) => {
  sent += 1;
  const began = performance.now();
  const said = await request(`${origin}/search/result/${word}-${n}`, { headers: { host }, dispatcher: agent }).then(
    async ({ statusCode, headers, body }) => {
      await body.dump();
      return statusCode === 503 && headers['retry-after'] !== undefined ? 'shed' : `${statusCode}`;
    },
    (error: unknown) => String(error),
  );
  const ms = performance.now() - began;
  if (said === 'shed' && ms > DEADLINE_MS) givenUp += 1;
  else if (said === 'shed') shed.add(ms);
  else if (said === '200') rendered += 1;
  else wrong[said] = (wrong[said] ?? 0) + 1;
});
await agent.close();
const result: FloodResult = { sent, rendered, shed: shed.count, wrong, shedMs: shed.at(50), givenUp };
parentPort?.postMessage(result);
