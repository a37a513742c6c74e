import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { bundleBrand } from '#src/brand/assets.ts';
import { brandById, loadBrands } from '#src/brand/registry.ts';
import { ROOT } from '#src/commands/run-script.ts';
import { getConfig } from '#src/config/config.ts';
import { PRERENDERED_VIEWS } from '#src/features/views.ts';
import { runCommand } from '#src/lib/cli.ts';
import { hash } from '#src/lib/hash.ts';
import { createLog } from '#src/lib/log.ts';
import { ensureBundle, loadSite } from '#src/publish/bundle/index.ts';
import { loadPage, type PageAddress } from '#src/publish/plan/plan.ts';
import { compressPage } from '#src/publish/release/compression.ts';
import { createTreeWriter } from '#src/publish/release/tree-writer.ts';
import { type LocalizedSite, openLocalizedSites } from '#src/publish/snapshot/index.ts';
import { createFactsReader, otherBrandsOf } from '#src/publish/verify/publish-guard/page-facts.ts';

/** The cost of a step: processor time per page in each round, in ms, and the size of the step's output. */
export interface StepCost {
  readonly step: string;
  readonly ms: readonly number[];
  readonly bytes: number;
}

if (import.meta.main) {
  await runCommand({
    help: `Measures the processor time of each step for a listing page in one thread. The rebuild bench runs this command.

BRAND COUNT ROUNDS`,
    options: {},
    positionals: true,
    async run(_values, [brand = '', count = '', rounds = '']) {
      process.stdout.write(JSON.stringify(await measureSteps(brand, Number(count), Number(rounds))));
    },
  });
}

/** Measures all steps in turn in each round, so that other load on the machine affects them equally. */
async function measureSteps(id: string, count: number, rounds: number): Promise<StepCost[]> {
  const { state, brands } = getConfig(process.env);
  const loadedBrands = await loadBrands(brands);
  const { brand } = await bundleBrand(brandById(loadedBrands, id), join(ROOT, 'node_modules'));
  const bundle = await ensureBundle({ root: ROOT, state, log: createLog() });
  const site = await loadSite(bundle);
  const sites = openLocalizedSites(brand, join(state, id, 'catalogue.db'));
  const source = { sites: sites.all, views: PRERENDERED_VIEWS };
  const addresses = listingPages(sites.all).slice(0, count);
  const readFacts = createFactsReader(brand, otherBrandsOf(loadedBrands, id));
  const { time, costs } = stopwatch(addresses.length);
  for (let round = 0; round < rounds; round += 1) {
    const pages = await time('model and its hash', addresses, (address) => loadPage(source, address));
    const inputs = pages.map(({ model }, index) => ({ brand, path: addresses[index]?.ref.path ?? '', model }));
    await time('requested HTML', inputs, async ({ path, ...locals }) => {
      const response = await site.render(new Request(brand.origin + path), locals);
      return new Uint8Array(await response.arrayBuffer());
    });
    const htmls = await time('HTML', inputs, async (input) => (await site.renderFile(input)).html);
    const rendered = htmls.map((html, index) => ({
      html,
      section: 'keyword',
      ...inputs[index],
      path: inputs[index]?.path ?? '',
    }));
    await time('facts', rendered, (page) => void readFacts({ model: undefined, ...page }));
    await time('hash', htmls, (html) => void hash(html, 32));
    const compressed = await time('br-3', htmls, (html) => compressPage(html, 'quick'));
    for (const quality of [5, 4, 2]) await time(`br-${quality}`, htmls, (html) => brotli(html, quality));
    const folder = join(state, `written-${round}`);
    const tree = createTreeWriter(folder);
    await time('two files', compressed, (bytes, index) => {
      tree.write(`${index}.html`, htmls[index] ?? bytes);
      tree.write(`${index}.html.br`, bytes);
    });
    rmSync(folder, { recursive: true });
  }
  sites.close();
  return costs();
}

/** Pages of keyword lists, in the order in which the rebuild renders them. */
function listingPages(sites: readonly LocalizedSite[]): PageAddress[] {
  const viewIndex = PRERENDERED_VIEWS.findIndex(({ kind }) => kind === 'keyword');
  const view = PRERENDERED_VIEWS[viewIndex];
  const pages = sites.flatMap(({ site, source }, siteIndex) =>
    Array.from(view?.paths(source, site) ?? [], (ref) => ({
      address: { siteIndex, viewIndex, ref },
      order: view?.renderOrder?.(ref, source, site) ?? 0,
    })),
  );
  return pages.sort((a, b) => a.order - b.order).map(({ address }) => address);
}

/** Compresses like `compressPage`, but with another quality. */
function brotli(html: Uint8Array, quality: number): Uint8Array {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN, BROTLI_PARAM_SIZE_HINT } = constants;
  const params = { [BROTLI_PARAM_QUALITY]: quality, [BROTLI_PARAM_LGWIN]: 16, [BROTLI_PARAM_SIZE_HINT]: html.length };
  return brotliCompressSync(html, { params });
}

function stopwatch(pages: number) {
  const steps = new Map<string, { ms: number[]; bytes: number }>();
  return {
    async time<I, O>(step: string, inputs: readonly I[], work: (input: I, index: number) => O): Promise<Awaited<O>[]> {
      const results: Awaited<O>[] = [];
      const before = process.cpuUsage();
      for (const [index, input] of inputs.entries()) results.push(await work(input, index));
      const { user, system } = process.cpuUsage(before);
      const { ms } = steps.get(step) ?? { ms: [] };
      const sizes = results.map((result) => (result instanceof Uint8Array ? result.length : 0));
      const bytes = sizes.reduce((sum, size) => sum + size, 0) / pages;
      steps.set(step, { ms: [...ms, (user + system) / 1000 / pages], bytes });
      return results;
    },
    costs: () => [...steps].map(([step, cost]) => ({ step, ...cost })),
  };
}
