import { consent } from './consent.ts';
import type { PageFacts } from './page-facts.ts';
import { isAskedNotTo } from './privacy-signals.ts';

/** The first interactions; before them a page loads as little as possible. */
const INPUTS = ['pointerdown', 'keydown', 'wheel'] as const;

/** Measures a share of page loads: the module loads after the first interaction, when the page is idle. */
export function sampleVitals(facts: PageFacts, load = () => import('./field-data.ts')): void {
  if (Math.random() >= (facts.vitals ?? 0) || isAskedNotTo()) return;
  const start = async () => {
    await new Promise<unknown>((idle) => (globalThis.requestIdleCallback ?? setTimeout)(idle));
    const { watchVitals } = await load();
    watchVitals(() => !facts.consent || consent() === true);
  };
  const touched = () => {
    for (const input of INPUTS) removeEventListener(input, touched);
    // Without the module nothing is measured, and nothing else depends on it.
    start().catch(() => undefined);
  };
  for (const input of INPUTS) addEventListener(input, touched, { passive: true });
}
