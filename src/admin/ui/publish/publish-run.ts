import type { Answer } from '../../contract/answers.ts';
import type { BrandPlan, PlanAnswer, PublishRun } from '../../contract/publish.ts';
import { call } from '../providers/http.ts';

/** The outcome of a run; null until it ends. */
export function outcomeOf({
  ended,
  brands,
}: Pick<PublishRun, 'ended' | 'brands'>): 'published' | 'cancelled' | 'failed' | null {
  if (ended === null) return null;
  if (brands.some(({ state }) => state === 'failed')) return 'failed';
  return brands.every(({ state }) => state === 'done') ? 'published' : 'cancelled';
}

export const pagesIn = ({ counts }: BrandPlan): number => counts.added + counts.changed + counts.removed;

export async function readPlan(): Promise<PlanAnswer['pages']> {
  const { data } = await call<Answer<PlanAnswer>>('publish/plan', { method: 'POST', body: {} });
  return data.pages;
}

export async function startRun(brands: readonly string[]): Promise<PublishRun> {
  const { data } = await call<Answer<PublishRun>>('publish', { method: 'POST', body: { brands } });
  return data;
}

export const cancelRun = (id: PublishRun['id']) => call(`publish/${id}`, { method: 'DELETE' });

interface Listener {
  onRun(run: PublishRun): void;
  onEnd(): void;
  /** Called when the connection is lost. The browser reconnects automatically. */
  onLost(): void;
}

/** Subscribes to a run's events until it ends. @returns a function that unsubscribes */
export function listen(id: PublishRun['id'], { onRun, onEnd, onLost }: Listener): () => void {
  const source = new EventSource(`/api/publish/${encodeURIComponent(id)}/events`);
  source.addEventListener('run', ({ data }: MessageEvent<string>) => onRun(JSON.parse(data)));
  source.addEventListener('end', () => {
    source.close();
    onEnd();
  });
  source.addEventListener('error', onLost);
  return () => source.close();
}
