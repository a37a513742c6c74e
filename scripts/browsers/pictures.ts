import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createPaths } from '#src/routes/paths.ts';
import type { Engine } from './engines.ts';
import { openGate } from './gate.ts';
import { SIZES, type Size } from './page-driver.ts';
import { createVisitor } from './visitor.ts';
import { BRAND, shortBook } from './walk.ts';

/** Time to wait, in ms, until late images and islands are rendered. */
const SETTLE_MS = 1500;

/** Writes screenshots of the main pages into a folder, as `<engine>-<page>-<size>-<light|dark>.png`, for inspection. */
export async function takePictures(engine: Engine, sitePort: number, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const mode of ['light', 'dark'] as const) {
    await using open = new AsyncDisposableStack();
    const gate = await openGate(sitePort, engine.scripts);
    open.defer(gate.close);
    const driver = await engine.launch({ dark: mode === 'dark' });
    open.defer(driver.close);
    const visitor = createVisitor(driver, gate, BRAND);
    await visitor.go('/');
    for (const [page, path] of Object.entries(pagesOf(await shortBook(visitor))))
      for (const size of Object.keys(SIZES) as Size[]) {
        await driver.resize(size);
        await visitor.go(path);
        await wait(SETTLE_MS);
        await writeFile(join(folder, `${engine.name}-${page}-${size}-${mode}.png`), await driver.screenshot());
      }
  }
}

function pagesOf({
  id,
  title,
  href,
  chapters,
}: Awaited<ReturnType<typeof shortBook>>): Readonly<Record<string, string>> {
  const paths = createPaths('en');
  return {
    home: '/',
    genres: paths.genres(),
    novel: href,
    chapter: paths.reader(id, chapters[0]?.id ?? 0),
    search: paths.search(),
    results: paths.searchResult(title),
    login: paths.login(),
    history: paths.history(),
    'not-found': '/no-such-page',
  };
}
