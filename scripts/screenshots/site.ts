import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { openStore, type Store } from '#src/api/index.ts';
import { sql } from '#src/api/store/sql.ts';
import { type Brand, loadBrands } from '#src/brand/registry.ts';
import { isEmpty } from '#src/commands/api/embedded-api.ts';
import { withUpstream } from '#src/commands/api/running-upstream.ts';
import { runScript } from '#src/commands/run-script.ts';
import { composeSiteServer } from '#src/commands/site/site-server.ts';
import { type Config, getConfig } from '#src/config/config.ts';
import { EXIT, LecternError } from '#src/lib/errors.ts';
import { makeFolder } from '#src/lib/files.ts';
import { createLog, silentLog } from '#src/lib/log.ts';
import { findKnown } from './known.ts';
import type { Known } from './screen.ts';
import { makeVisitor } from './visitor.ts';

const BOOKS = '150';
/** A URL at which nothing is listening. */
const NOWHERE = 'http://127.0.0.1:1';

/** The running demo site, and the ids and URLs of the content shown in screenshots. */
export interface DemoSite extends AsyncDisposable {
  /** Entries of a brand. They differ between brands, because banners, shelves and rankings do. */
  knownOf(brand: string): Known;
  /** @param gone whether to return the origin of the server whose upstream is unreachable */
  originOf(brand: string, gone: boolean): string;
}

/** Starts a site on a free port, with a small store in `state` and up-to-date pages of `brands`. */
export async function openDemoSite(state: string, brands: readonly Brand[], stop: AbortSignal): Promise<DemoSite> {
  await using opening = new AsyncDisposableStack();
  const config = await prepare(state, brands, stop);
  const log = createLog('warn');
  const upstream = await withUpstream(config, log);
  opening.defer(upstream.close);
  const serve = async (origin: string) => {
    const server = await composeSiteServer(config, origin, origin === NOWHERE ? silentLog : log);
    opening.defer(server.close);
    return server.listen(0);
  };
  const [port, lonely] = [await serve(upstream.origin), await serve(NOWHERE)];
  const store = await openStore(join(state, 'api'));
  const entriesByBrand = await knownByBrand(upstream.origin, brands, store).finally(() => store.close());
  const ending = opening.move();
  return {
    knownOf: (brand) => entriesByBrand.get(brand) ?? raise(`No entries for ${brand}.`),
    originOf: (brand, gone) => `http://${brand === 'local' ? '' : `${brand}.`}localhost:${gone ? lonely : port}`,
    [Symbol.asyncDispose]: () => ending.disposeAsync(),
  };
}

async function knownByBrand(origin: string, brands: readonly Brand[], store: Store): Promise<Map<string, Known>> {
  const entriesByBrand = new Map<string, Known>();
  for (const { id, apiPrefix: prefix } of brands) {
    const found = await findKnown(origin, prefix);
    entriesByBrand.set(id, { ...found, visitor: await makeVisitor({ origin, prefix }, store, found) });
  }
  return entriesByBrand;
}

function raise(message: string): never {
  throw new LecternError('SCREENSHOTS', message);
}

/** Seeds the store if it is empty, and brings the pages up to date. */
async function prepare(state: string, brands: readonly Brand[], stop: AbortSignal): Promise<Config> {
  makeFolder(state);
  const shared = join(getConfig(process.env).state, 'bundle');
  makeFolder(shared);
  await symlink(shared, join(state, 'bundle')).catch(() => {});
  process.env['LECTERN_STATE'] = state;
  const config = getConfig(process.env);
  const store = await openStore(join(state, 'api'));
  if (await isEmpty(store)) {
    await step('seed', ['--books', BOOKS], stop);
    // Every demo book has a cover, so this removes one to show the default cover.
    await store.catalogue.run(
      sql`UPDATE books SET cover = NULL WHERE id = (SELECT id FROM books WHERE section = 7 LIMIT 1 OFFSET 9)`,
    );
  }
  await store.close();
  const all = brands.length === (await loadBrands(config.brands)).length;
  for (const id of all ? ['all'] : brands.map((brand) => brand.id)) await step('rebuild', ['--brand', id], stop);
  return config;
}

async function step(name: string, args: readonly string[], signal: AbortSignal): Promise<void> {
  const { code } = await runScript(name, args, { signal });
  if (code === EXIT.done) return;
  throw new LecternError('SCREENSHOTS', `No screenshots: "${name} ${args.join(' ')}" failed; see above.`);
}
