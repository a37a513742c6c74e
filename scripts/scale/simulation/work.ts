import { costsOf, cutPlan } from '#src/publish/queue/cut-plan.ts';
import type { BegunNight, NightWork } from '#src/publish/queue/night-work.ts';
import type { KindCosts, RebuildReport } from '#src/publish/rebuild/index.ts';
import { LeaseError } from '#src/publish/release-store/index.ts';
import type { Constants } from './constants.ts';
import type { Machine } from './machine.ts';
import type { Row, SimulatedStore } from './store.ts';

/** A simulated brand. */
export interface SimulatedBrand {
  readonly pages: number;
  /** Fraction of the pages that a rebuild renders. */
  readonly rendered: number;
  /** Fraction of the rendered pages whose content has changed. */
  readonly changed: number;
}

interface Place {
  readonly machine: Machine;
  readonly threads: number;
  readonly store: SimulatedStore;
  readonly brands: ReadonlyMap<string, SimulatedBrand>;
  readonly constants: Constants;
  readonly tally: Tally;
}

/** Totals over all machines. */
export interface Tally {
  rendered: number;
  /** Time during which machines were busy, in ms. */
  busyMs: number;
  /** Pages of each brand's last merge, to check that each page occurs exactly once. */
  readonly merged: Map<string, readonly Row[]>;
}

const KIND = 'genre';

/** Returns operations that take as long as the real ones, and that update the totals. */
export function simulateWork(place: Place): NightWork {
  const { machine, store, brands, constants, threads, tally } = place;
  const brandOf = (id: string): SimulatedBrand => brands.get(id) ?? { pages: 0, rendered: 0, changed: 0 };
  const work = async (ms: number) => {
    await machine.works(ms);
    tally.busyMs += ms * machine.slowness;
  };
  const renderedOf = ({ pages, rendered }: SimulatedBrand) => Math.round(pages * rendered);
  /** Estimates the costs that machine-work.ts would measure. */
  const costOf = (pages: number, { changed }: SimulatedBrand): KindCosts => {
    const ms = pages * (constants.renderMs + threads * changed * constants.putMs);
    return { [KIND]: { pages, ms } };
  };

  async function cut(run: string, brand: SimulatedBrand): Promise<readonly Row[]> {
    const cached = store.cuts.get(run);
    if (cached) return cached;
    const count = renderedOf(brand);
    const costs = costsOf(costOf(1, brand));
    const { of, endsWith } = cutPlan({ pages: { [KIND]: count }, costs, threads, seconds: undefined });
    const rows: Row[] = [];
    for (let page = 0, from = 0; page < count; page += 1) {
      if (!endsWith(KIND)) continue;
      rows.push({ from, to: page + 1 });
      from = page + 1;
    }
    await store.request(machine, 'put', of + 1, count * constants.jobBytes);
    store.cuts.set(run, rows);
    return rows;
  }

  return {
    async begin({ id, order }) {
      const brand = brandOf(order.brand);
      await store.request(machine, 'get', 4);
      if (store.pointers.get(order.brand)?.release === id) return { report: reportOf(id, order.brand) };
      await work(brand.pages * constants.planMs);
      const count = renderedOf(brand);
      const isSpread = order.pages === undefined && count >= constants.spreadFrom;
      const rows = isSpread ? await cut(id, brand) : [];
      return nightOf(id, order.brand, rows);
    },
    async renderShard({ run, index, brand }) {
      await store.request(machine, 'list');
      await store.request(machine, 'get', 3);
      const parts = store.parts.get(run) ?? new Map<number, Row>();
      store.parts.set(run, parts);
      const row = store.cuts.get(run)?.[index - 1];
      if (parts.has(index) || !row || store.pointers.get(brand)?.release === run) return { pages: 0, costs: {} };
      const pages = row.to - row.from;
      tally.rendered += pages;
      await work((pages * constants.renderMs) / threads + constants.shardMs);
      const changed = Math.round(pages * brandOf(brand).changed);
      await work(changed * constants.putMs);
      await store.request(machine, 'put', changed + 1, changed * constants.bodyBytes);
      parts.set(index, row);
      return { pages, costs: costOf(pages, brandOf(brand)) };
    },
  };

  function nightOf(run: string, id: string, rows: readonly Row[]): BegunNight {
    const brand = brandOf(id);
    const mergedRows: Row[] = [];
    return {
      of: rows.length,
      async findDone() {
        await store.request(machine, 'list', Math.max(1, Math.ceil(rows.length / 1000)));
        return new Set(store.parts.get(run)?.keys());
      },
      async take(index) {
        const row = store.parts.get(run)?.get(index) ?? { from: 0, to: 0 };
        const pages = row.to - row.from;
        await store.request(machine, 'get', 1, pages * constants.recordBytes);
        await work(pages * constants.takeMs);
        mergedRows.push(row);
      },
      async publish(lease) {
        const count = renderedOf(brand);
        if (rows.length === 0) {
          tally.rendered += count;
          await work((count * constants.renderMs) / threads);
          await store.request(machine, 'put', Math.round(count * brand.changed));
        }
        await work(count * constants.mergeMs + brand.pages * constants.publishMs);
        await lease.whileHeld(async () => {
          const before = store.pointers.get(id);
          if (before && before.number >= lease.number) throw new LeaseError(`${id} was published in the meantime.`);
          await store.request(machine, 'put');
          store.pointers.set(id, { release: run, number: lease.number });
          store.published.push({ brand: id, release: run, number: lease.number });
          tally.merged.set(run, rows.length === 0 ? [{ from: 0, to: count }] : mergedRows);
        });
        return reportOf(run, id);
      },
    };
  }
}

/** The scheduler passes the report on without reading it. */
const reportOf = (release: string, brand: string) => ({ release, brand, status: 'published' }) as RebuildReport;
