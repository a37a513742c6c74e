import { rowWithoutPeer } from '../../bench/report.ts';
import { createVerdicts } from '../figures.ts';
import { leakIn } from '../leaks.ts';
import { inParallel } from '../load.ts';
import type { Part, PartResult } from '../part.ts';
import { type HardBrand, type HardSite, requestUntilOk } from '../site.ts';

const WIDTH = 4;
const LINK = /(?:href|src)="(\/[^"#]*)/g;

/**
 * Crawls the sites of two brands. Neither may name the other brand, and no link may be broken or point to another host.
 */
export const brandsPart: Part = {
  name: 'brands',
  about: 'a crawl of two brands: no page names another brand or its host, no link is broken',
  unit: 'requests',
  full: 5000,
  quick: 100,
  async run({ size, site }): Promise<PartResult> {
    const running = await site();
    const crawls = [];
    for (const brand of [running.attacked, running.other]) crawls.push(await crawl(running, brand, size));
    return {
      rows: crawls.map(({ id, count }) => rowWithoutPeer(`pages and files of ${id}`, count, 'requests')),
      findings: crawls.flatMap(({ findings }) => findings),
    };
  },
};

async function crawl(site: HardSite, brand: HardBrand, maxRequests: number) {
  const verdicts = createVerdicts();
  const queue = ['/', '/robots.txt', '/sitemap.xml', '/novel/1', '/search/result/a', '/404', '/none/at/all'];
  const seen = new Set(queue);
  const visit = async (path: string) => {
    const first = await site.ask(brand.host, path);
    // A busy site may reject a request, which is then repeated, as a visitor would do.
    const { status, headers, text } = first.status === 503 ? await requestUntilOk(site, brand.host, path) : first;
    const response = `${text}\n${JSON.stringify(headers)}`;
    verdicts.judge(
      `${brand.id} ${path}`,
      leakIn(response, brand) ?? (status === 0 || status >= 500 ? `status ${status}` : undefined),
    );
    const location = headers['location'];
    for (const found of [...linksIn(text), ...(typeof location === 'string' ? [location] : [])]) {
      if (!found.startsWith('/') || found.startsWith('//') || seen.has(found)) continue;
      seen.add(found);
      queue.push(found);
    }
  };
  let visited = 0;
  while (visited < maxRequests && visited < queue.length) {
    const batch = queue.slice(visited, Math.min(maxRequests, queue.length));
    visited += batch.length;
    await inParallel(batch.length, WIDTH, (n) => visit(batch[n] ?? '/'));
  }
  return { id: brand.id, count: verdicts.count, findings: verdicts.findings };
}

const linksIn = (text: string): string[] =>
  [...text.matchAll(LINK)].map(([, href = '']) => href.replaceAll('&amp;', '&'));
