import { parentPort, workerData } from 'node:worker_threads';
import { CssSyntaxError } from 'postcss';
import { ignoredInBrandStyle } from '#src/site-bundle/browser-support/brand-style.ts';
import type { BrandStyle } from './brand-styles.ts';

const styles: readonly BrandStyle[] = workerData;
parentPort?.postMessage(styles.flatMap(({ file, css }) => ignoredIn(css).map((ignored) => ({ file, ...ignored }))));

function ignoredIn(css: string) {
  try {
    return ignoredInBrandStyle(css);
  } catch (error) {
    // The check of the brand (src/brand/check) reports it.
    if (error instanceof CssSyntaxError) return [];
    throw error;
  }
}
