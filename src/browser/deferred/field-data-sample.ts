import { isAskedNotTo } from '#src/lib/privacy-signals.ts';
import { consent } from './consent.ts';
import type { PageFacts } from './page-facts.ts';

/** What a visitor does first; before it a page loads as little as it can. */
const INPUTS = ['pointerdown', 'keydown', 'wheel'] as const;

/** Measures a part of all loads: once the visitor has touched the page and it is idle again, the module comes that does it. */
export function sampleVitals(facts: PageFacts, load = () => import('./field-data.ts')): void {
  if (Math.random() >= (facts.vitals ?? 0) || isAskedNotTo()) return;
  const start = async () => {
    await new Promise<unknown>((idle) => (globalThis.requestIdleCallback ?? setTimeout)(idle));
    const { watchVitals } = await load();
    watchVitals(() => !facts.consent || consent() === true);
  };
  const touched = () => {
    for (const input of INPUTS) removeEventListener(input, touched);
    // Without the module nothing is measured, and nothing is missing.
    start().catch(() => undefined);
  };
  for (const input of INPUTS) addEventListener(input, touched, { passive: true });
}
