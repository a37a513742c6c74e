import { consent } from './consent.ts';
import type { PageFacts } from './page-facts.ts';
import { hasOptedOut } from './privacy-signals.ts';

/** Events that count as an interaction. Before the first interaction, a page loads as little code as possible. */
const INPUTS = ['pointerdown', 'keydown', 'wheel'] as const;

/**
 * Measures the loading speed of a share of page loads. The measuring module is loaded after the first interaction, when
 * the browser is idle.
 */
export function sampleVitals(facts: PageFacts, load = () => import('./field-data.ts')): void {
  if (Math.random() >= (facts.vitals ?? 0) || hasOptedOut()) return;
  const start = async () => {
    await new Promise<unknown>((idle) => (globalThis.requestIdleCallback ?? setTimeout)(idle));
    const { watchVitals } = await load();
    watchVitals(() => !facts.consent || consent() === true);
  };
  const onInput = () => {
    for (const input of INPUTS) removeEventListener(input, onInput);
    // If the module fails to load, this page load is not measured.
    start().catch(() => undefined);
  };
  for (const input of INPUTS) addEventListener(input, onInput, { passive: true });
}
