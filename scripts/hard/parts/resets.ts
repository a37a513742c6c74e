import type { ChaosFault } from '../../../tests/helpers/chaos-proxy.ts';
import { rowWithoutPeer } from '../../bench/report.ts';
import { createVerdicts, problemOf, problemOfPage, type Verdicts } from '../figures.ts';
import { inParallel } from '../load.ts';
import type { Part } from '../part.ts';
import { type HardSite, requestUntilOk, showBook } from '../site.ts';

const RESET_INTERVAL = 20;
const WIDTH = 4;
const MAX_CALLS_PER_REQUEST = 1.1;
const FAULTS: readonly (readonly ChaosFault[])[] = [['reset'], ['status 502', 'status 503', 'status 504']];

/** Resets one call in twenty, or responds to it with 502, 503 or 504. Then resets all calls. */
export const resetsPart: Part = {
  name: 'resets',
  about:
    'one call in twenty is reset or gets 502, 503 or 504: no page view or idempotent call fails; at most 1.1 calls each',
  unit: 'requests',
  full: 5000,
  quick: 200,
  async run({ size, seed, slack, site }) {
    const running = await site();
    const { attacked, upstream, ask } = running;
    const verdicts = createVerdicts();
    await requestUntilOk(running, attacked.host, `/search/result/before-resets-${seed}`);
    const rows = [];
    for (const faults of FAULTS) {
      upstream.injectEvery(attacked.apiPrefix, faults, RESET_INTERVAL);
      try {
        await visit(running, verdicts, { size, word: `${faults.length}-${seed}`, isBusy: slack > 1 });
        const { passed, failed } = upstream.counts();
        rows.push(
          rowWithoutPeer(
            `calls per request, ${faults.join(', ')}`,
            (passed + failed) / passed,
            'calls',
            MAX_CALLS_PER_REQUEST,
          ),
        );
        if (failed === 0) verdicts.judge('the upstream', 'no call failed');
        // If fewer calls arrive at the upstream, pages or responses came from a cache. On a busy machine, the site may
        // also reject requests for uncached pages.
        const expected = Math.floor((size / KINDS) * (slack > 1 ? KINDS - 2 : KINDS - 1));
        if (passed < expected) verdicts.judge('the upstream', `${passed} calls instead of ${expected} reached it`);
      } finally {
        upstream.clearFaults();
      }
    }
    upstream.injectEvery(attacked.apiPrefix, ['reset'], 1);
    try {
      await inParallel(size, WIDTH, async () => {
        verdicts.judge('a call while the upstream is down', problemOf(await ask(attacked.host, showBook(attacked))));
      });
      const { failed } = upstream.counts();
      rows.push(rowWithoutPeer('calls per request, all reset', failed / size, 'calls', MAX_CALLS_PER_REQUEST));
    } finally {
      upstream.clearFaults();
    }
    const after = await requestUntilOk(running, attacked.host, showBook(attacked));
    verdicts.judge('a call afterwards', after.status === 200 ? undefined : `status ${after.status}`);
    return { rows, findings: verdicts.findings };
  },
};

interface Visit {
  readonly size: number;
  readonly word: string;
  /** Whether the machine is busy, so that the site may reject requests for uncached pages. */
  readonly isBusy: boolean;
}

/** Number of kinds of requests, sent in turn. All except prerendered pages call the upstream. */
const KINDS = 4;

async function visit({ ask, attacked }: HardSite, verdicts: Verdicts, { size, word, isBusy }: Visit): Promise<void> {
  const search = (n: number) => ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ keyword: `${word} ${n}`, section: 7, lang: 'en-us' }),
  });
  const questions: ((n: number) => Promise<void>)[] = [
    async (n) => {
      const path = attacked.pages[Math.floor(n / KINDS) % attacked.pages.length] ?? '/';
      verdicts.judge(`the prerendered page ${path}`, problemOfPage(await ask(attacked.host, path)));
    },
    async (n) => {
      const answer = await ask(attacked.host, `/search/result/${word}-${n}`);
      verdicts.judge('an uncached page', isBusy ? problemOf(answer) : problemOfPage(answer));
    },
    async () => judgeCall('a read', await ask(attacked.host, showBook(attacked))),
    async (n) => judgeCall('a search', await ask(attacked.host, `${attacked.apiPrefix}/v1/search.multi`, search(n))),
  ];
  const judgeCall = (what: string, { status, text }: Awaited<ReturnType<HardSite['ask']>>) =>
    verdicts.judge(what, status === 200 ? undefined : `status ${status} ${text.slice(0, 80)}`);
  await inParallel(size, WIDTH, async (n) => questions[n % KINDS]?.(n));
}
