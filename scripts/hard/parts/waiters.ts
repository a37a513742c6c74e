import { setTimeout as wait } from 'node:timers/promises';
import { rowWithoutPeer } from '../../bench/report.ts';
import { createTimes, createVerdicts, p99, problemOf, problemOfPage } from '../figures.ts';
import { after, steadily } from '../load.ts';
import type { Part } from '../part.ts';
import { type Answer, showBook } from '../site.ts';

/** Number of hanging calls for one brand: enough to fill all slots for running and waiting calls. */
const WAITERS = 300;
const PER_SECOND = 40;
const LIMIT_MS = 100;
/** Time limit for a response, in ms. The site gives up a call after 10 s. */
const ANSWER_LIMIT_MS = 12_000;
const PAUSE_MS = 100;

/** Lets hundreds of visitors of one brand wait for a hanging upstream. Other brands must not be affected. */
export const waitersPart: Part = {
  name: 'waiters',
  about: '300 calls of one brand wait for a hanging upstream: pages and calls of another brand keep working',
  unit: 'seconds',
  full: 20,
  quick: 1,
  async run({ size, slack, site }) {
    const running = await site();
    const { attacked, other, upstream, ask } = running;
    const verdicts = createVerdicts();
    const [pages, calls, own, waiting] = [createTimes(), createTimes(), createTimes(), createTimes()];
    upstream.inject(attacked.apiPrefix, 'hang');
    let maxConcurrent = 0;
    try {
      const isOver = after(size);
      const waiters = Array.from({ length: WAITERS }, async () => {
        do {
          const answer = await ask(attacked.host, showBook(attacked));
          waiting.add(answer.ms);
          verdicts.judge('a waiter', problemOf(answer, slack > 1 ? [200, 504] : [504]));
          await waitForRetryAfter(answer, isOver);
        } while (!isOver());
      });
      await steadily(PER_SECOND, isOver, async (n) => {
        maxConcurrent = Math.max(maxConcurrent, upstream.waiting(attacked.apiPrefix));
        const [what, host, path, times] = (
          [
            ['a page of another brand', other.host, other.pages[n % other.pages.length] ?? '/', pages],
            ['a call of another brand', other.host, showBook(other), calls],
            ['a page of the brand', attacked.host, attacked.pages[n % attacked.pages.length] ?? '/', own],
          ] as const
        )[n % 3] ?? ['', '', '', pages];
        const answer = await ask(host, path);
        times.add(answer.ms);
        verdicts.judge(what, times === calls ? problemOf(answer) : problemOfPage(answer));
      });
      // A short run ends the last calls early; only a full run measures how long a call can hang.
      if (slack > 1) upstream.clearFaults();
      await Promise.all(waiters);
    } finally {
      upstream.clearFaults();
    }
    return {
      rows: [
        rowWithoutPeer('concurrent calls to the upstream', maxConcurrent, 'calls', 64),
        p99('pages of another brand', pages, LIMIT_MS * slack),
        p99('calls of another brand', calls, LIMIT_MS * slack),
        p99('prerendered pages of the brand', own, LIMIT_MS * slack),
        p99('waiting calls', waiting, ANSWER_LIMIT_MS * slack),
      ],
      findings: verdicts.findings,
    };
  },
};

/**
 * Waits for as long as Retry-After says, like the scripts of our pages. Without this wait, 300 clients would be a
 * flood.
 */
async function waitForRetryAfter({ headers }: Answer, isOver: () => boolean): Promise<void> {
  const until = performance.now() + Number(headers['retry-after'] ?? 0) * 1000;
  while (performance.now() < until && !isOver()) await wait(PAUSE_MS);
}
