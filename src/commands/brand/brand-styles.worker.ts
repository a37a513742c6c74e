import { parentPort, workerData } from 'node:worker_threads';
import { CssSyntaxError } from 'postcss';
import { ignoredInBrandStyle } from '#src/publish/bundle/browser-support/brand-style.ts';
import type { BrandStyle } from './brand-styles.ts';

const styles: readonly BrandStyle[] = workerData;
parentPort?.postMessage(styles.flatMap(({ file, css }) => ignoredIn(css).map((ignored) => ({ file, ...ignored }))));

function ignoredIn(css: string) {
  try {
    return ignoredInBrandStyle(css);
  } catch (error) {
    // Syntax errors are ignored here, because src/brand/check reports them.
    if (error instanceof CssSyntaxError) return [];
    throw error;
  }
}
