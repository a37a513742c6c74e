import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { rowWithoutPeer } from '../../bench/report.ts';
import { createTimes, createVerdicts, p99, problemOfPage, type Times, type Verdicts } from '../figures.ts';
import type { Flood, FloodResult } from '../flood.worker.ts';
import { after, inParallel, steadily } from '../load.ts';
import type { Part } from '../part.ts';
import { type HardSite, requestUntilOk } from '../site.ts';

const FACTOR = 10;
/** Number of pages that are requested to measure how fast the site renders pages. */
const CAPACITY_PAGES = 60;
/** Number of these pages that are requested at the same time. */
const CAPACITY_WIDTH = 4;
const PER_SECOND = 50;
const BASELINE_SECONDS = 2;
const PAGE_LIMIT_MS = 100;
const MEMORY_LIMIT_MIB = 700;
const SHED_LIMIT_MS = 10;
const NORMAL_LIMIT_MS = 5000;

/**
 * Requests ten times as many uncached pages as the site can render. The site must reject the excess requests
 * immediately, and everything else must keep working.
 */
export const overloadPart: Part = {
  name: 'overload',
  about:
    '10 times the uncached pages that the site can render: prerendered pages work, excess requests are rejected at once',
  unit: 'seconds',
  full: 60,
  quick: 2,
  async run({ size, seed, slack, site }) {
    const running = await site();
    const verdicts = createVerdicts();
    const capacity = await measureCapacity(running, `capacity-${seed}`);
    const [beforeFlood, duringFlood] = [createTimes(), createTimes()];
    await requestPages(running, after(Math.min(size, BASELINE_SECONDS)), beforeFlood, verdicts);
    const before = running.memory();
    const { host } = running.attacked;
    const origin = `http://127.0.0.1:${running.port}`;
    const flood = startFlood({ origin, host, perSecond: FACTOR * capacity, seconds: size, word: `flood-${seed}` });
    let memory = before;
    await requestPages(running, after(size), duringFlood, verdicts, () => {
      memory = Math.max(memory, running.memory());
    });
    const flooded = await flood;
    const began = performance.now();
    const { status } = await requestUntilOk(running, host, `/search/result/after-${seed}`);
    const normalMs = performance.now() - began;
    verdicts.judge('an uncached page afterwards', status === 200 ? undefined : `status ${status}`);
    for (const [what, count] of Object.entries(flooded.wrong)) verdicts.judge('the flood', `${count} times ${what}`);
    return {
      rows: [
        rowWithoutPeer('uncached pages that the site can render', capacity, 'pages/s'),
        rowWithoutPeer('uncached pages requested', flooded.sent / size, 'pages/s'),
        rowWithoutPeer('of these, rendered', flooded.rendered, 'pages'),
        rowWithoutPeer('of these, rejected immediately', flooded.shed, 'pages'),
        rowWithoutPeer('of these, abandoned at the deadline', flooded.givenUp, 'pages'),
        rowWithoutPeer('immediate rejections, p50', flooded.shedMs, 'ms', SHED_LIMIT_MS * slack),
        p99('prerendered pages of both brands before the flood', beforeFlood),
        p99('prerendered pages of both brands during the flood', duringFlood, PAGE_LIMIT_MS * slack),
        rowWithoutPeer('memory of all processes before the flood', before, 'MiB'),
        rowWithoutPeer('memory of all processes, peak', memory, 'MiB', MEMORY_LIMIT_MIB * Math.min(slack, 2)),
        rowWithoutPeer('time until uncached pages are rendered again', normalMs, 'ms', NORMAL_LIMIT_MS * slack),
      ],
      findings: verdicts.findings,
    };
  },
};

/** @returns how many uncached pages per second the site renders if it has nothing else to do */
async function measureCapacity(site: HardSite, word: string): Promise<number> {
  const began = performance.now();
  await inParallel(CAPACITY_PAGES, CAPACITY_WIDTH, async (n) => {
    await requestUntilOk(site, site.attacked.host, `/search/result/${word}-${n}`);
  });
  return Math.max(1, Math.round((CAPACITY_PAGES * 1000) / (performance.now() - began)));
}

async function requestPages(site: HardSite, isOver: () => boolean, times: Times, verdicts: Verdicts, each = () => {}) {
  await steadily(PER_SECOND, isOver, async (n) => {
    const { host, pages } = n % 2 === 0 ? site.attacked : site.other;
    const answer = await site.ask(host, pages[n % pages.length] ?? '/');
    times.add(answer.ms);
    verdicts.judge('a prerendered page', problemOfPage(answer));
    each();
  });
}

/** Starts the flood in a worker thread, so that it does not delay the measurements. */
async function startFlood(flood: Flood): Promise<FloodResult> {
  const worker = new Worker(new URL('../flood.worker.ts', import.meta.url), { workerData: flood });
  const [result] = await once(worker, 'message');
  await worker.terminate();
  return result;
}
