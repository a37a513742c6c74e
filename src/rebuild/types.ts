import type { Brand } from '#src/brand/registry.ts';
import type { Log } from '#src/lib/log.ts';
import type { Loss } from '#src/lib/losses.ts';
import type { Acceptance, RecordedPage, Shard } from '#src/release/index.ts';
import type { Bundle } from '#src/site-bundle/index.ts';
import type { PrerenderedView } from '#src/view-models/view.ts';
import type { PageRendererPool } from './page-renderer.ts';
import type { PageChanges, PageFate, PlanSummary } from './plan-summary.ts';
import type { Progress } from './progress.ts';

export interface RebuildConfig {
  /** Folder of all state. */
  readonly state: string;
  /** The `node_modules` folder that fonts come from. */
  readonly modules: string;
  /** Origin of the upstream; each brand calls it under its own prefix. */
  readonly upstream: string;
  /** Identifies the upstream from run to run where its origin changes; default: the origin. */
  readonly upstreamId?: string;
  /** All brands of this installation, so that each can be kept out of the pages of the others. */
  readonly brands: readonly Pick<Brand, 'id' | 'appName' | 'hosts'>[];
  readonly views: readonly PrerenderedView<unknown>[];
  /** Builds the site bundle; called once for all brands. */
  bundle(): Promise<Bundle>;
  /** Starts the threads that render the pages of all brands. */
  renderers(bundle: Bundle): Promise<PageRendererPool>;
  readonly log: Log;
  readonly progress?: Progress;
  readonly now?: () => Date;
  /** Where search engines are told of changes by IndexNow; default https://api.indexnow.org/indexnow. */
  readonly indexNow?: string;
  /** Longest time of one call to the upstream, its retry included. */
  readonly callTimeoutMs?: number;
}

export interface RebuildOptions {
  /** Render every page, whatever the previous release has. */
  readonly full?: boolean;
  /** Stop before anything is rendered. */
  readonly dryRun?: boolean;
  /** Canonical path of a page whose fate a dry run reports. */
  readonly explain?: string;
  /** Leaves the search for damaged pages to the next night: what it publishes is wanted at once. */
  readonly skipsDamageSearch?: boolean;
  /** Names in the report the pages that are published, or would be. */
  readonly namesPages?: boolean;
  /** Globs of decoded paths: only these pages are published, all others stay as the live release has them, unless damaged. */
  readonly pages?: readonly string[];
  /** A cursor of the upstream's `book.list`: pages that show a book changed since are rendered, even if they seem unchanged. */
  readonly changedSince?: string;
  /** Render only this share of all pages, from the snapshot as it is, to be merged later. */
  readonly shard?: Shard;
  /** Publish the release of so many shards, without reading the upstream; renders only what the live release has damaged. */
  readonly merge?: number;
  /** The plan is carried out elsewhere, in parts: a dry run leaves it beside the snapshot, and a merge goes by it. */
  readonly inParts?: boolean;
  /**
   * The pages of releases are in a store: of the live one only the manifest and the browser files are here, and the new one gets no
   * files but those of pages that this run renders with other bytes. `bring` writes the files of some others into its folder.
   */
  readonly pagesElsewhere?: { bring(folder: string, pages: readonly RecordedPage[]): Promise<void> };
  /** Plan from the snapshot as it is. */
  readonly fromSnapshot?: boolean;
  /** Why what the publish guard finds suspicious is right this time; the release is then not refused, and keeps this. */
  readonly accept?: string;
}

export const STAGES = ['sync', 'plan', 'bundle', 'render', 'sitemaps', 'verify', 'publish'] as const;
export type Stage = (typeof STAGES)[number];

/** What one run did for one brand. `--json` prints this shape. */
export interface RebuildReport {
  readonly brand: string;
  /** The release that is live now, null where there is none. */
  readonly release: string | null;
  /** The release that was live before. */
  readonly previous: string | null;
  /** `planned`: a dry run. `part`: one shard. */
  readonly status: 'published' | 'unchanged' | 'planned' | 'part';
  /** Only of a dry run. */
  readonly plan?: PlanSummary;
  /** Only with `explain`. */
  readonly explained?: PageFate;
  /** Only of a plan that is carried out in parts: see build-key.ts. */
  readonly buildKey?: string;
  /** Only with `namesPages`. */
  readonly changes?: PageChanges;
  /** Only of a dry run: for what the publish guard would refuse a release of this snapshot, one sentence each. */
  readonly suspicious?: readonly string[];
  /** What was accepted of the release. */
  readonly accepted?: Acceptance;
  readonly pages: {
    readonly rendered: number;
    /** How many of the rendered ones were reused from an interrupted run or a shard. */
    readonly taken: number;
    readonly kept: number;
    readonly removed: number;
    readonly total: number;
  };
  /** Pages that a correction published too, because its pages link to them; absent where there are none. */
  readonly linked?: readonly string[];
  /** Pages and browser files of the release before that were found damaged or lost; a release that was published has them whole. */
  readonly damaged: number;
  /** Bytes of all pages, uncompressed. */
  readonly bytes: number;
  readonly seconds: Readonly<Record<Stage | 'total', number>>;
  readonly peakRssMiB: number;
  readonly apiCalls: number;
  /** What broke the contract and was left out, by call; absent where nothing was. */
  readonly losses?: readonly Loss[];
}

/** What a run has done so far: its caller sees it also where the run fails. */
export interface RunTally {
  /** By stage, and `total`. */
  seconds: Readonly<Partial<Record<Stage | 'total', number>>>;
  /** Calls, requests that were sent a second time, and calls that failed. */
  readonly upstream: { calls: number; retries: number; errors: number };
  /** Pages by kind as planned; those of a shard are counted with all others. Empty where nothing was planned. */
  kinds: Record<string, { readonly rendered: number; readonly kept: number; readonly removed: number }>;
}

/** A part of a plan that another machine has made: what it takes to render it anywhere. */
export interface PartOrder {
  readonly shard: Shard;
  /** Pages to render, in lines of `jobLine`. */
  readonly jobs: string;
  /** Folder with the manifest of the release that is compared with. */
  readonly previous: string | undefined;
  /** Moment of the release, ISO 8601. */
  readonly created: string;
  /** See build-key.ts. */
  readonly buildKey: string;
}

/** What pages have cost, by kind. */
export type KindCosts = Readonly<Record<string, { readonly pages: number; readonly ms: number }>>;

export interface RenderedPart {
  readonly pages: number;
  /** Processor time of the render threads. */
  readonly costs: KindCosts;
}

export interface Rebuild {
  /**
   * @param tally is filled while the run goes on
   * @throws LecternError with the exit code of the command; the live release is then unchanged
   */
  run(brand: Brand, options?: RebuildOptions, tally?: RunTally): Promise<RebuildReport>;
  /**
   * Renders a part of a plan into a partial release. Pages that the release before has with the same bytes are in it without files.
   * @throws LecternError with the code OTHER_CODE where the plan is of other code, or for another version of the brand
   */
  renderPart(brand: Brand, order: PartOrder): Promise<RenderedPart>;
  /** Closes the snapshot that `renderPart` has kept open for the next part. Called before the file is replaced; `run` does it itself. */
  closePart(): Promise<void>;
  close(): Promise<void>;
}
