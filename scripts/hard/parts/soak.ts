import { rowWithoutPeer } from '../../bench/report.ts';
import { createVerdicts, problemOf } from '../figures.ts';
import { after, steadily } from '../load.ts';
import type { Part } from '../part.ts';
import { showBook } from '../site.ts';

const PER_SECOND = 60;
/** Fraction of the run after which caches and code are warm. */
const WARM_SHARE = 0.25;
/** Allowed growth of memory between the end of the warm-up and the end of the run, in MiB. */
const GROWTH_LIMIT_MIB = 80;

/** Simulates steady visitors for a long time. The memory of all processes must not grow after warm-up. */
export const soakPart: Part = {
  name: 'soak',
  about: 'steady visitors of pages, searches and calls: memory of all processes does not grow',
  unit: 'seconds',
  full: 1800,
  quick: 2,
  async run({ size, seed, slack, site }) {
    const running = await site();
    const verdicts = createVerdicts();
    const brands = [running.attacked, running.other];
    const began = performance.now();
    const visit = (seconds: number, word: string) =>
      steadily(PER_SECOND, after(seconds), async (n) => {
        const { host, pages, apiPrefix } = brands[n % 2] ?? running.attacked;
        const kinds = [
          pages[n % pages.length] ?? '/',
          `/search/result/${word}-${n}`,
          showBook({ apiPrefix }),
          '/none',
          '/sitemap.xml',
        ];
        const path = kinds[n % kinds.length] ?? '/';
        const problem = problemOf(await running.ask(host, path), [200, 404]);
        verdicts.judge(
          path,
          problem && `${problem}, ${Math.round((performance.now() - began) / 1000)} s after the start`,
        );
      });
    await visit(size * WARM_SHARE, `warm-${seed}`);
    const warm = running.memory();
    await visit(size * (1 - WARM_SHARE), `soak-${seed}`);
    const end = running.memory();
    return {
      rows: [
        rowWithoutPeer('responses', verdicts.count, 'requests'),
        rowWithoutPeer('memory of all processes, after warm-up', warm, 'MiB'),
        rowWithoutPeer('memory of all processes, at the end', end, 'MiB'),
        rowWithoutPeer('memory growth', end - warm, 'MiB', GROWTH_LIMIT_MIB * Math.min(slack, 4)),
      ],
      findings: verdicts.findings,
    };
  },
};
