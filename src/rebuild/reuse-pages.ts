import { createPageTaker, isWhole, type RecordedPage, type Release } from '#src/release/index.ts';
import type { MadePage, Maker } from './page-renderer.ts';
import type { FoundPage, PartIndex } from './part-index.ts';
import { type PageAddress, type PlanContext, versionOf } from './plan.ts';

interface TakeOver {
  readonly index: PartIndex;
  readonly context: Pick<PlanContext, 'editions' | 'views'>;
  /** Folder of the release or part in the making. */
  readonly folder: string;
  readonly previous: Release | undefined;
  /** Moment of the release, ISO 8601. */
  readonly created: string;
  /** Told of each page that was taken. */
  taken(): void;
}

/**
 * A maker that takes pages from parts where these have them as they would be rendered now, and has the others made.
 * What a page shows is compared, not the moment of the snapshot, so that most of a part is still good when some data
 * has changed since.
 */
export function takingOver(maker: Maker, { index, context, folder, previous, created, taken }: TakeOver): Maker {
  const taker = createPageTaker(folder, previous, created);
  const stillGood = async (addresses: readonly PageAddress[]) => {
    const found = addresses.map(({ ref }) => wholeOf(index.find(ref.path)));
    const doubtful = addresses.filter((address, at) => found[at] && !hasVersion(found[at].page, context, address));
    const inputs = doubtful.length === 0 ? [] : await maker.inputs(doubtful);
    const now = new Map(doubtful.map(({ ref }, at) => [ref.path, inputs[at]]));
    return found.map((one) =>
      one && (now.get(one.page.path) ?? one.page.inputs) === one.page.inputs ? one : undefined,
    );
  };
  return {
    ...maker,
    async make(jobs) {
      const found = await stillGood(jobs);
      const missing = jobs.filter((_, at) => !found[at]);
      const made = [...(missing.length === 0 ? [] : await maker.make(missing))].values();
      return found.map((one): MadePage => {
        if (!one) return made.next().value ?? { fault: 'a page was not made' };
        taken();
        return { page: taker.take(one.folder, one.page), kept: false };
      });
    },
  };
}

const wholeOf = (found: FoundPage | undefined) => (found && isWhole(found.folder, found.page) ? found : undefined);

/** Equal versions mean equal pages; without one the page's model has to tell. */
function hasVersion({ version }: RecordedPage, context: TakeOver['context'], address: PageAddress): boolean {
  return version !== '' && version === versionOf(context, address);
}
