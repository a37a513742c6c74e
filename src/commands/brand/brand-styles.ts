import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { BrandProblem } from '#src/brand/check/problem.ts';
import { isMissing } from '#src/lib/errors.ts';
import { readPlain } from '#src/lib/plain-files.ts';

/** The style sheet `layout.css` of a brand, which pages load in addition to the site's. */
export interface BrandStyle {
  readonly file: string;
  readonly css: string;
}

/**
 * Returns the declarations in the brands' `layout.css` that the oldest supported browsers ignore
 * (docs/develop/browsers.md). Runs in a worker thread, so that its 15 MB of compatibility data are freed afterwards.
 * @param folders folders of brands
 */
export async function ignoredStyles(folders: readonly string[]): Promise<readonly BrandProblem[]> {
  const styles = (await Promise.all(folders.map(readStyle))).filter(({ css }) => css.trim() !== '');
  if (styles.length === 0) return [];
  const worker = new Worker(new URL('./brand-styles.worker.ts', import.meta.url), { workerData: styles });
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`The check of the brands' style sheets exited with code ${code}.`)));
  });
}

async function readStyle(folder: string): Promise<BrandStyle> {
  const css = await readPlain(folder, 'layout.css').catch((error: unknown) => {
    if (isMissing(error)) return '';
    throw error;
  });
  return { file: join(folder, 'layout.css'), css: css.toString() };
}
