import { CHAOS_FAULTS, type ChaosFault } from '../../../tests/helpers/chaos-proxy.ts';
import { rowWithoutPeer } from '../../bench/report.ts';
import { createTimes, createVerdicts, p99, problemOf, problemOfPage, type Times, type Verdicts } from '../figures.ts';
import { leakIn } from '../leaks.ts';
import { after, steadily } from '../load.ts';
import type { Part } from '../part.ts';
import { type HardSite, requestUntilOk, showBook } from '../site.ts';

const PER_SECOND = 40;
const OTHERS_LIMIT_MS = 100;
/**
 * Time limit for an uncached page, in ms. The site gives up a page after 1.5 s; the rest is slack for a slow machine.
 */
const COLD_LIMIT_MS = 1800;
const MEMORY_LIMIT_MIB = 700;
const CACHED_PAGES = ['/novel/1', '/novel/2', '/novel/3'];

/** Makes the upstream of one brand fail in every way that the proxy supports, for `seconds` each. */
export const chaosPart: Part = {
  name: 'chaos',
  about:
    'latency, resets, truncated, endless and broken responses of an upstream: cached pages and other brands keep working',
  unit: 'seconds',
  full: 20,
  quick: 0.3,
  async run({ size, slack, site }) {
    const running = await site();
    const verdicts = createVerdicts();
    const [others, cold, cached] = [createTimes(), createTimes(), createTimes()];
    const pages = await cachePages(running);
    let memory = 0;
    for (const fault of CHAOS_FAULTS) {
      running.upstream.inject(running.attacked.apiPrefix, fault);
      try {
        await runFault(running, { fault, pages, verdicts, others, cold, cached, seconds: size });
        memory = Math.max(memory, running.memory());
      } finally {
        running.upstream.clearFaults();
      }
      verdicts.judge(`after ${fault}`, await waitForRecovery(running, `${fault.replaceAll(' ', '-')}-over`));
    }
    if (!running.isAlive()) verdicts.judge('the end', 'a process of the site ended');
    return {
      rows: [
        p99('pages and calls of another brand', others, OTHERS_LIMIT_MS * slack),
        p99('cached pages of the brand', cached, OTHERS_LIMIT_MS * slack),
        p99('uncached pages of the brand', cold, COLD_LIMIT_MS * slack),
        rowWithoutPeer('memory of all processes', memory, 'MiB', MEMORY_LIMIT_MIB * Math.min(slack, 2)),
      ],
      findings: verdicts.findings,
    };
  },
};

/** Requests some pages that are rendered on request, so that they are in the site's cache. */
async function cachePages(site: HardSite): Promise<readonly string[]> {
  const { ask, attacked } = site;
  const found: string[] = [];
  for (const path of CACHED_PAGES) {
    const { headers } = await ask(attacked.host, path);
    const address = String(headers['location'] ?? path);
    if ((await requestUntilOk(site, attacked.host, address)).status === 200) found.push(address);
  }
  if (found.length === 0) throw new Error('no page rendered on request could be cached');
  return found;
}

interface FaultRun {
  readonly fault: ChaosFault;
  readonly pages: readonly string[];
  readonly verdicts: Verdicts;
  readonly others: Times;
  readonly cold: Times;
  readonly cached: Times;
  readonly seconds: number;
}

async function runFault({ ask, attacked, other }: HardSite, run: FaultRun): Promise<void> {
  const { fault, pages, verdicts, others, cold, cached, seconds } = run;
  const questions: ((n: number) => Promise<void>)[] = [
    async (n) => {
      const answer = await ask(attacked.host, pages[n % pages.length] ?? '/');
      cached.add(answer.ms);
      verdicts.judge(`${fault}, a cached page`, problemOfPage(answer));
    },
    async (n) => {
      const answer = await ask(attacked.host, attacked.pages[n % attacked.pages.length] ?? '/');
      cached.add(answer.ms);
      verdicts.judge(`${fault}, a page of the release`, problemOfPage(answer));
    },
    async (n) => {
      const answer = await ask(attacked.host, uncachedPath(`${fault.replaceAll(' ', '-')}-${n}`));
      cold.add(answer.ms);
      verdicts.judge(`${fault}, an uncached page`, problemOf(answer) ?? leakIn(answer.text, attacked));
    },
    async () => {
      const answer = await ask(attacked.host, showBook(attacked));
      const problem =
        problemOf(answer, [200, 500, 504]) ?? leakIn(answer.text + JSON.stringify(answer.headers), attacked);
      verdicts.judge(`${fault}, a call`, problem ?? (answer.status === 200 ? undefined : formProblem(answer.text)));
    },
    async (n) => {
      const answer = await ask(other.host, other.pages[n % other.pages.length] ?? '/');
      others.add(answer.ms);
      verdicts.judge(`${fault}, a page of another brand`, problemOfPage(answer));
    },
    async () => {
      const answer = await ask(other.host, showBook(other));
      others.add(answer.ms);
      verdicts.judge(
        `${fault}, a call of another brand`,
        answer.status === 200 ? undefined : `status ${answer.status}`,
      );
    },
  ];
  await steadily(PER_SECOND, after(seconds), async (n) => questions[n % questions.length]?.(n));
}

let serial = 0;
/** Returns the path of a page that was never requested before. */
function uncachedPath(word: string): string {
  serial += 1;
  return `/search/result/${word}-${serial}`;
}

/**
 * Returns the problem with an error that is not in the contract's format. The caller checks the content of successful
 * responses.
 */
function formProblem(text: string): string | undefined {
  try {
    return [0, 1].includes(JSON.parse(text).success) ? undefined : `not in the contract's form: ${text.slice(0, 80)}`;
  } catch {
    return `no JSON: ${text.slice(0, 80)}`;
  }
}

/** Waits until uncached pages and calls work again. */
async function waitForRecovery(site: HardSite, word: string): Promise<string | undefined> {
  const { host } = site.attacked;
  for (const path of [uncachedPath(word), showBook(site.attacked)]) {
    const { status } = await requestUntilOk(site, host, path);
    if (status !== 200) return `${path} stays ${status}`;
  }
  return undefined;
}
