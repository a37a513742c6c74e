import { repeat } from '#src/contract/client/retry.ts';
import { createRetryBudget, VISITOR_PAUSES_MS } from '#src/contract/client/retry-budget.server.ts';
import { hash } from '#src/lib/hash.ts';
import { LimitError } from '#src/lib/limit-error.ts';
import { createLimitedPool } from '#src/lib/limited-pool.ts';
import { createTurns } from '#src/lib/turns.ts';
import { JOB_LIMITS } from '#src/lib/untrusted-limits.ts';
import { readUpTo } from '../http/read-up-to.ts';

const MAX_COVER_BYTES = 8 * 1024 * 1024;
const COVER_MS = 1500;
/** Maximum number of pictures per upstream, running or waiting. They are drawn one after another. */
const MAX_PER_UPSTREAM = 100;
/**
 * Maximum number of covers that are remembered as broken because they exceeded a limit, so that they are not drawn
 * again. The oldest ones are forgotten.
 */
const MAX_BROKEN = 1000;

/** Statuses that a gateway sends while the upstream restarts. After one of them, the request is repeated. */
const RETRIED_STATUSES = new Set([502, 503, 504]);
const budget = createRetryBudget();

const pool = createLimitedPool({
  module: new URL('./covers.process.ts', import.meta.url),
  limits: { share: JOB_LIMITS.share },
  // With two processes, covers from one upstream do not wait for covers from another.
  maxProcesses: 2,
});
const inTurn = createTurns<string>(MAX_PER_UPSTREAM);
const broken = new Set<string>();

/**
 * Draws covers from the upstream in a process with limits. A cover that is missing, invalid or exceeds a limit is left
 * out.
 * @param covers paths with queries
 * @returns a JPEG; 404 if no cover is left, 503 if the upstream does not respond
 */
export async function drawCovers(
  covers: readonly string[],
  upstreamOrigin: string,
  timeoutMs = COVER_MS,
): Promise<Uint8Array | 404 | 503> {
  try {
    const read = await Promise.all(covers.map((path) => readCover(path, upstreamOrigin, timeoutMs)));
    const pictures = read.filter((bytes) => bytes !== undefined && !broken.has(hash(bytes, 32))) as Uint8Array[];
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
      retryPause: (outcome) => (outcome instanceof Error || RETRIED_STATUSES.has(outcome.status) ? 0 : undefined),
      mayRetry: budget.take,
      discard: (outcome) => void (outcome instanceof Error || outcome.body?.cancel().catch(() => undefined)),
    },
  );
  if (answer instanceof Error) throw answer;
  const { status, body } = answer;
  if (status === 200 && body) return readUpTo(body, MAX_COVER_BYTES);
  await body?.cancel();
  if (status >= 500 || status === 429) throw new Error(`the upstream responded with status ${status} to ${path}`);
  return undefined;
}

/** Draws only the valid images. An invalid image makes the whole drawing fail, so each image is tried separately. */
async function drawSound(pictures: readonly Uint8Array[], error: unknown): Promise<Uint8Array | 404> {
  if (isWaiting(error)) throw error;
  const sound: Uint8Array[] = [];
  for (const picture of pictures) {
    const problem =
      pictures.length === 1
        ? error
        : await draw([picture]).then(
            () => undefined,
            (reason) => reason,
          );
    if (problem === undefined) sound.push(picture);
    else if (problem instanceof LimitError && !isWaiting(problem)) remember(picture);
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
