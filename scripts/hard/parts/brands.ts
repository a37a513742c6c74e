import { lone } from '../../bench/report.ts';
import { createVerdicts } from '../figures.ts';
import { leakIn } from '../leaks.ts';
import { inParallel } from '../load.ts';
import type { Part, PartResult } from '../part.ts';
import { askUntilWell, type HardBrand, type HardSite } from '../site.ts';

const WIDTH = 4;
const LINK = /(?:href|src)="(\/[^"#]*)/g;

/** Crawls both brands: nothing of one names the other, no link leads to another host's page or to none. */
export const brandsPart: Part = {
  name: 'brands',
  about: 'a crawl of two brands: no page of one names another brand or its host, no link leads nowhere',
  unit: 'requests',
  full: 5000,
  quick: 100,
  async run({ size, site }): Promise<PartResult> {
    const running = await site();
    const crawls = [];
    for (const brand of [running.attacked, running.other]) crawls.push(await crawl(running, brand, size));
    return {
      rows: crawls.map(({ id, count }) => lone(`pages and files of ${id}`, count, 'requests')),
      findings: crawls.flatMap(({ findings }) => findings),
    };
  },
};

async function crawl(site: HardSite, brand: HardBrand, most: number) {
  const verdicts = createVerdicts();
  const queue = ['/', '/robots.txt', '/sitemap.xml', '/novel/1', '/search/result/a', '/404', '/none/at/all'];
  const known = new Set(queue);
  const visit = async (path: string) => {
    const first = await site.ask(brand.host, path);
    // A busy site may send a visitor away, who then comes again.
    const { status, headers, text } = first.status === 503 ? await askUntilWell(site, brand.host, path) : first;
    const said = `${text}\n${JSON.stringify(headers)}`;
    verdicts.judge(
      `${brand.id} ${path}`,
      leakIn(said, brand) ?? (status === 0 || status >= 500 ? `status ${status}` : undefined),
    );
    const location = headers['location'];
    for (const found of [...linksIn(text), ...(typeof location === 'string' ? [location] : [])]) {
      if (!found.startsWith('/') || found.startsWith('//') || known.has(found)) continue;
      known.add(found);
      queue.push(found);
    }
  };
  let asked = 0;
  while (asked < most && asked < queue.length) {
    const batch = queue.slice(asked, Math.min(most, queue.length));
    asked += batch.length;
    await inParallel(batch.length, WIDTH, (n) => visit(batch[n] ?? '/'));
  }
  return { id: brand.id, count: verdicts.count, findings: verdicts.findings };
}

const linksIn = (text: string): string[] =>
  [...text.matchAll(LINK)].map(([, href = '']) => href.replaceAll('&amp;', '&'));
