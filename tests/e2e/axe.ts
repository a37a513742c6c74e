import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Returns all axe violations as "rule: elements", after all animations have ended except endless ones, such as those of
 * spinners. Includes the rule of WCAG 2.5.3, which axe leaves out by default.
 */
export async function violationsOn(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    const isEnding = ({ effect }: Animation) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
    // Scripts may start further transitions in the next frames, for example after a change of the colour scheme.
    for (let round = 0; round < 20; round += 1) {
      await frame();
      await frame();
      const ending = document.getAnimations().filter(isEnding);
      if (ending.length === 0 && round > 0) break;
      await Promise.allSettled(ending.map(({ finished }) => finished));
    }
    const { axe } = globalThis as unknown as {
      axe: { run(options: object): Promise<{ violations: { id: string; nodes: { target: unknown }[] }[] }> };
    };
    const { violations } = await axe.run({ rules: { 'label-content-name-mismatch': { enabled: true } } });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => String(target)).join(', ')}`);
  });
}
