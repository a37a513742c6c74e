import type { Brand } from '#src/brand/registry.ts';
import type { Log } from '#src/lib/log.ts';
import type { Bundle } from '#src/publish/bundle/index.ts';
import type { PageChanges, PageFate, PlanSummary } from '#src/publish/plan/plan-summary.ts';
import type { Acceptance, RecordedPage, Shard } from '#src/publish/release/index.ts';
import type { PageRendererPool } from '#src/publish/render/page-renderer.ts';
import type { Loss } from '#src/publish/snapshot/losses.ts';
import type { PrerenderedView } from '#src/shell/page/view.ts';
import type { Progress } from './progress.ts';

export interface RebuildConfig {
  /** The state folder. */
  readonly state: string;
  /** The `node_modules` folder that fonts are copied from. */
  readonly modules: string;
  /** Origin of the upstream; each brand calls it under its own prefix. */
  readonly upstream: string;
  /** Identifies the upstream across runs if its origin changes; default: the origin. */
  readonly upstreamId?: string;
  /** All brands in this installation, used to find pages that mention another brand. */
  readonly brands: readonly Pick<Brand, 'id' | 'appName' | 'hosts'>[];
  readonly views: readonly PrerenderedView<unknown>[];
  /** Builds the site bundle. Called once for all brands. */
  bundle(): Promise<Bundle>;
  /** Starts the threads that render the pages of all brands. */
  renderers(bundle: Bundle): Promise<PageRendererPool>;
  readonly log: Log;
  readonly progress?: Progress;
  readonly now?: () => Date;
  /** The IndexNow endpoint; default: https://api.indexnow.org/indexnow. */
  readonly indexNow?: string;
  /** Timeout of one call to the upstream, in ms, including its retry. */
  readonly callTimeoutMs?: number;
}

/** Publishes the whole site: new and changed pages, or with `full` every page. */
export interface NightRun {
  readonly mode: 'night';
  readonly full?: boolean | undefined;
  /** Why the publish guard's findings are acceptable. The release is then published and records this reason. */
  readonly accept?: string | undefined;
}

/**
 * A nightly rebuild that also renders pages showing a book changed since a cursor, even if the pages seem unchanged.
 */
export interface ChangedSinceRun {
  readonly mode: 'changed-since';
  /** Cursor returned by the upstream's `book.list`. */
  readonly cursor: string;
  readonly accept?: string | undefined;
}

/** Publishes only some pages. All others stay as in the live release, except damaged ones. */
export interface CorrectionRun {
  readonly mode: 'correction';
  /** Globs of decoded paths. */
  readonly pages: readonly string[];
  readonly accept?: string | undefined;
}

/** A run that plans and publishes a release. Such a run can be queued for workers (src/publish/queue). */
export type PublishingRun = NightRun | ChangedSinceRun | CorrectionRun;

/** Plans another run and renders nothing. */
export interface DryRun {
  readonly mode: 'dry-run';
  readonly of: PublishingRun;
  /** The plan will be carried out in parts on other machines, so it is stored next to the snapshot. */
  readonly inParts?: boolean;
}

/** A dry run that explains why one page would be rendered, kept or removed. */
export interface ExplainRun {
  readonly mode: 'explain';
  /** Canonical path. */
  readonly path: string;
  readonly of: NightRun | ChangedSinceRun;
}

/** A run that a command starts. */
export type RequestedRun = PublishingRun | DryRun | ExplainRun;

/** Publishes the release for a plan that a dry run stored, from its rendered parts. Renders nothing. */
export interface MergeRun {
  readonly mode: 'merge';
  /** Number of parts; 0 if the plan renders no page. */
  readonly shards: number;
  readonly accept?: string | undefined;
  readonly pagesElsewhere: PagesElsewhere;
}

/** What a run does: one of the modes. */
export type RebuildMode = RequestedRun | MergeRun;

/** Settings that apply in any mode. */
export interface RunSettings {
  /** Skips the search for damaged pages and leaves it to the next nightly rebuild; for urgent runs. */
  readonly skipsDamageSearch?: boolean;
  /** Lists in the report the pages that are published, or would be. */
  readonly namesPages?: boolean;
  /** Plans from the current snapshot, without reading the upstream. */
  readonly fromSnapshot?: boolean;
  readonly pagesElsewhere?: PagesElsewhere;
}

/**
 * For machines that keep the pages of releases in a store. The local folder of the live release then has only its
 * manifest and browser files, and the new release's folder gets only the pages that this run renders with changed
 * bytes. `bring` adds the files of other pages to that folder.
 */
interface PagesElsewhere {
  bring(folder: string, pages: readonly RecordedPage[]): Promise<void>;
}

export type RebuildOptions = RebuildMode & RunSettings;

export const STAGES = ['sync', 'plan', 'bundle', 'render', 'sitemaps', 'verify', 'publish'] as const;
export type Stage = (typeof STAGES)[number];

/** The result of one run for one brand. `--json` prints this shape. */
export interface RebuildReport {
  readonly brand: string;
  /** The live release; null if there is none. */
  readonly release: string | null;
  /** The release that was live before. */
  readonly previous: string | null;
  /** `planned`: a dry run. */
  readonly status: 'published' | 'unchanged' | 'planned';
  /** What the plan does; only in a dry run. */
  readonly plan?: PlanSummary;
  /** What the plan does with the explained page; only for an `explain` run. */
  readonly explained?: PageFate;
  /** Build key (build-key.ts); only for a plan that is carried out in parts. */
  readonly buildKey?: string;
  /** The pages that are added, changed or removed; only with `namesPages`. */
  readonly changes?: PageChanges;
  /** Only in a dry run: why the publish guard would refuse a release of this snapshot, one sentence each. */
  readonly suspicious?: readonly string[];
  /** The accepted findings of the release. */
  readonly accepted?: Acceptance;
  readonly pages: {
    readonly rendered: number;
    /** Number of rendered pages that were reused from an interrupted run or a part. */
    readonly taken: number;
    readonly kept: number;
    readonly removed: number;
    readonly total: number;
  };
  /** Pages that a correction also published because corrected pages link to them; absent if there are none. */
  readonly linked?: readonly string[];
  /** Pages and browser files of the previous release that were damaged or missing. A published release repairs them. */
  readonly damaged: number;
  /** Bytes of all pages, uncompressed. */
  readonly bytes: number;
  readonly seconds: Readonly<Record<Stage | 'total', number>>;
  readonly peakRssMiB: number;
  readonly apiCalls: number;
  /** Items left out because they broke the contract, by call; absent if there were none. */
  readonly losses?: readonly Loss[];
  /** Broken links in the brand's menu, announcement and pages; absent if there are none. They do not stop a release. */
  readonly operatorLinks?: readonly string[];
}

/** The results of a run so far, available even if the run fails. */
export interface RunTally {
  /** Seconds by stage, and `total`. */
  seconds: Readonly<Partial<Record<Stage | 'total', number>>>;
  /** Numbers of calls, retried requests and failed calls. */
  readonly upstream: { calls: number; retries: number; errors: number };
  /** Planned pages by kind. Empty if nothing was planned. */
  kinds: Record<string, { readonly rendered: number; readonly kept: number; readonly removed: number }>;
}

/** A part of a plan that was made on another machine, with everything needed to render the part on any machine. */
export interface PartOrder {
  readonly shard: Shard;
  /** The pages to render, as lines written by `jobLine`. */
  readonly jobs: string;
  /** Folder with the manifest of the release to compare with. */
  readonly previous: string | undefined;
  /** Creation time of the release, ISO 8601. */
  readonly created: string;
  /** See build-key.ts. */
  readonly buildKey: string;
  /** Number of pages that all parts render together, which decides how well they are compressed. */
  readonly runPages?: number | undefined;
}

/** Number of pages and their cost, by kind. */
export type KindCosts = Readonly<Record<string, { readonly pages: number; readonly ms: number }>>;

export interface RenderedPart {
  readonly pages: number;
  /** Processor time of the render threads. */
  readonly costs: KindCosts;
}

export interface Rebuild {
  /**
   * @param options default: those of a nightly rebuild
   * @param tally updated during the run
   * @throws LecternError with the exit code of the command; the live release is then unchanged
   */
  run(brand: Brand, options?: RebuildOptions, tally?: RunTally): Promise<RebuildReport>;
  /**
   * Renders a part of a plan into a partial release. Pages with the same bytes as in the previous release are recorded
   * without files.
   * @throws LecternError with the code OTHER_CODE if the plan is from different code or a different version of the
   * brand
   */
  renderPart(brand: Brand, order: PartOrder): Promise<RenderedPart>;
  /**
   * Closes the snapshot that `renderPart` keeps open for the next part. Call it before the file is replaced. `run`
   * closes it too.
   */
  closePart(): Promise<void>;
  close(): Promise<void>;
}
