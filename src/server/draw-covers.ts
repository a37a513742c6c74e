import { repeat } from '#src/api-client/retry.ts';
import { createRetryBudget, VISITOR_PAUSES_MS } from '#src/api-client/retry-budget.server.ts';
import { hash } from '#src/lib/hash.ts';
import { LimitError } from '#src/lib/limit-error.ts';
import { createLimitedPool } from '#src/lib/limited-pool.ts';
import { createTurns } from '#src/lib/turns.ts';
import { JOB_LIMITS } from '#src/lib/untrusted-limits.ts';
import { readUpTo } from './read-up-to.ts';

const MOST_COVER_BYTES = 8 * 1024 * 1024;
const COVER_MS = 1500;
/** Pictures of one upstream, running or waiting; they are drawn one after another. */
const MAX_OF_AN_UPSTREAM = 100;
/** Covers that exceeded a limit and are not drawn again; the oldest are evicted. */
const MAX_BROKEN = 1000;

/** Sent by a gateway while the upstream restarts. */
const RETRIED_STATUSES = new Set([502, 503, 504]);
const budget = createRetryBudget();

const pool = createLimitedPool({
  module: new URL('./covers.process.ts', import.meta.url),
  limits: { share: JOB_LIMITS.share },
  // One upstream's covers do not wait for another's.
  maxProcesses: 2,
});
const inTurn = createTurns<string>(MAX_OF_AN_UPSTREAM);
const broken = new Set<string>();

/**
 * Draws covers of the upstream in a limited process. A cover that is missing, not a picture or exceeds a limit is left out.
 * @param covers paths with queries
 * @returns a JPEG; 404 where no cover is left, 503 where the upstream does not answer
 */
export async function drawCovers(
  covers: readonly string[],
  upstreamOrigin: string,
  timeoutMs = COVER_MS,
): Promise<Uint8Array | 404 | 503> {
  try {
    const read = await Promise.all(covers.map((path) => readCover(path, upstreamOrigin, timeoutMs)));
    const pictures = read.filter((one) => one !== undefined && !broken.has(hash(one, 32))) as Uint8Array[];
    if (pictures.length === 0) return 404;
    return await inTurn(upstreamOrigin, () => draw(pictures).catch((error) => drawSound(pictures, error)));
  } catch {
    return 503;
  }
}

async function readCover(path: string, upstreamOrigin: string, timeoutMs: number): Promise<Uint8Array | undefined> {
  const url = new URL(path, upstreamOrigin);
  if (url.origin !== new URL(upstreamOrigin).origin) return undefined;
  const signal = AbortSignal.timeout(timeoutMs);
  const until = performance.now() + timeoutMs;
  budget.noteCall();
  const answer = await repeat(
    () => fetch(url, { redirect: 'error', signal }).catch((error: unknown) => error as Error),
    {
      pausesMs: VISITOR_PAUSES_MS,
      until,
      signal,
      pauseAsked: (outcome) => (outcome instanceof Error || RETRIED_STATUSES.has(outcome.status) ? 0 : undefined),
      mayRetry: budget.take,
      discard: (outcome) => void (outcome instanceof Error || outcome.body?.cancel().catch(() => undefined)),
    },
  );
  if (answer instanceof Error) throw answer;
  const { status, body } = answer;
  if (status === 200 && body) return readUpTo(body, MOST_COVER_BYTES);
  await body?.cancel();
  if (status >= 500 || status === 429) throw new Error(`the upstream answered ${status} for ${path}`);
  return undefined;
}

/** One that is no picture spoils the others, so each is tried alone. */
async function drawSound(pictures: readonly Uint8Array[], error: unknown): Promise<Uint8Array | 404> {
  if (isWaiting(error)) throw error;
  const sound: Uint8Array[] = [];
  for (const one of pictures) {
    const problem =
      pictures.length === 1
        ? error
        : await draw([one]).then(
            () => undefined,
            (reason) => reason,
          );
    if (problem === undefined) sound.push(one);
    else if (problem instanceof LimitError && !isWaiting(problem)) remember(one);
  }
  return sound.length === 0 ? 404 : draw(sound);
}

const draw = (pictures: readonly Uint8Array[]): Promise<Uint8Array> => pool.run('share', pictures);
const isWaiting = (error: unknown) => error instanceof LimitError && error.limit === 'waiting';

function remember(picture: Uint8Array): void {
  const oldest = broken.values().next();
  if (broken.size >= MAX_BROKEN && !oldest.done) broken.delete(oldest.value);
  broken.add(hash(picture, 32));
}
