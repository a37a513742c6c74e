import { call } from '../providers/http.ts';

/** The pages of a brand that the next publication adds, changes and removes: the first 1000 of each kind. */
export interface BrandPlan {
  readonly brand: string;
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  /** All of them. */
  readonly counts: Readonly<Record<'added' | 'changed' | 'removed', number>>;
}

/** How a brand of a run is getting on. */
export interface BrandRun {
  readonly brand: string;
  readonly state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';
  readonly stage: string | null;
  /** Pages, where the stage counts them. */
  readonly done: number | null;
  readonly total: number | null;
  /** Once it is done. */
  readonly report: {
    readonly status: string;
    readonly pages?: { readonly rendered: number; readonly kept: number; readonly removed: number };
  } | null;
  /** Why it failed. */
  readonly message: string | null;
}

/** A publication of some brands. */
export interface Run {
  readonly id: number | string;
  /** Who began it. */
  readonly by: string;
  readonly started: string;
  readonly ended: string | null;
  readonly brands: readonly BrandRun[];
}

/** What came of a run, null while it goes on. */
export function outcomeOf({
  ended,
  brands,
}: Pick<Run, 'ended' | 'brands'>): 'published' | 'cancelled' | 'failed' | null {
  if (ended === null) return null;
  if (brands.some(({ state }) => state === 'failed')) return 'failed';
  return brands.every(({ state }) => state === 'done') ? 'published' : 'cancelled';
}

export const pagesIn = ({ counts }: BrandPlan): number => counts.added + counts.changed + counts.removed;

export async function readPlan(): Promise<BrandPlan[]> {
  const { data } = await call<{ data: { pages: BrandPlan[] } }>('publish/plan', { method: 'POST', body: {} });
  return data.pages;
}

export async function startRun(brands: readonly string[]): Promise<Run> {
  const { data } = await call<{ data: Run }>('publish', { method: 'POST', body: { brands } });
  return data;
}

export const cancelRun = (id: Run['id']) => call(`publish/${id}`, { method: 'DELETE' });

interface Listener {
  onRun(run: Run): void;
  onEnd(): void;
  /** The connection is lost; the browser tries again by itself. */
  onLost(): void;
}

/** Listens to a run until it ends. @returns what ends the listening */
export function listen(id: Run['id'], { onRun, onEnd, onLost }: Listener): () => void {
  const source = new EventSource(`/api/publish/${encodeURIComponent(id)}/events`);
  source.addEventListener('run', ({ data }: MessageEvent<string>) => onRun(JSON.parse(data)));
  source.addEventListener('end', () => {
    source.close();
    onEnd();
  });
  source.addEventListener('error', onLost);
  return () => source.close();
}
