import { once } from 'node:events';
import { readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { Worker } from 'node:worker_threads';
import { dev } from 'astro';
import i18next from 'i18next';
import type { Plugin, ViteDevServer } from 'vite';
import type { Brand } from '#src/brand/registry.ts';
import { LOCALES } from '#src/contract/locales.ts';
import { i18nextLanguage } from '#src/i18n/language.ts';
import { messageOf } from '#src/lib/errors.ts';
import type { Log } from '#src/lib/log.ts';
import { bundleSettledBrand } from '#src/publish/snapshot/index.ts';
import { createDevRequests, type DevRequests, type ShownBrand } from './requests.ts';
import { indexSnapshot } from './snapshot-index.ts';

/** Where the content of pages comes from. */
export interface DevContent {
  readonly upstreamOrigin: string;
  /** Path of the brand's `catalogue.db`, which must be up to date. */
  readonly snapshot: string;
}

export interface DevServerOptions {
  /** The project folder. */
  readonly root: string;
  /** The state folder, which also contains Vite's cache. */
  readonly state: string;
  /** The brands' folder. */
  readonly brands: string;
  readonly port: number;
  readonly brand: Brand;
  /** Resolves when the content is ready. Astro starts meanwhile, and pages wait for the content. */
  readonly content: Promise<DevContent>;
  readonly log: Log;
}

export interface DevServer {
  readonly port: number;
  close(): Promise<void>;
}

/** Serves one brand with Astro's development server (docs/develop/dev-server.md). */
export async function startDevServer(options: DevServerOptions): Promise<DevServer> {
  const { root, state, brands, port, brand, content, log } = options;
  const cacheDir = join(state, 'vite');
  const showing = showBrand({ root, brand, content, log, bundledModules: `/${relative(root, cacheDir)}/` });
  const plugin: Plugin = {
    name: 'lectern-dev',
    configureServer(server) {
      server.middlewares.use((message, response, next) => {
        showing.then(({ requests }) => requests.handle(message, response, next), next);
      });
      server.watcher.add(brand.folder);
      server.watcher.on('change', (file) => {
        if (file.startsWith(`${brand.folder}/`)) void brandChanged(server, file);
        else if (TEXTS.test(file)) textsChanged(server, file);
      });
    },
  };

  const brandChanged = async (server: ViteDevServer, file: string) => {
    try {
      await (await showing).update(file.endsWith('.ts') ? await readBrand({ brands, state, id: brand.id }) : undefined);
      server.ws.send({ type: 'full-reload' });
    } catch (error) {
      log.error(`The brand has errors and cannot be shown: ${messageOf(error)}`);
    }
  };

  const textsChanged = (server: ViteDevServer, file: string) => {
    try {
      setTexts(file);
      // A change event for this module invalidates the module and the pages that use it.
      server.watcher.emit('change', join(root, 'src/i18n/t.ts'));
    } catch (error) {
      log.error(`${file} cannot be read: ${messageOf(error)}`);
    }
  };

  const starting = dev({
    root,
    logLevel: 'error',
    server: { host: '127.0.0.1', port },
    // requests.ts sends the Content Security Policy as a header instead.
    security: { csp: false },
    vite: {
      plugins: [plugin],
      cacheDir,
      optimizeDeps: { entries: ['src/{features,shell}/**/*.tsx', 'src/shell/deferred/index.ts'] },
      server: {
        strictPort: true,
        // `realpath`, because node_modules may be a link to another folder.
        fs: { allow: [root, realpathSync(join(root, 'node_modules'))] },
        warmup: { ssrFiles: ['./src/pages/index.astro'] },
        watch: { ignored: UNWATCHED.map((folder) => `${join(root, folder)}/**`) },
      },
    },
  });
  const [astro, { requests }] = await Promise.all([starting, showing]);
  return {
    port: astro.address.port,
    async close() {
      await astro.stop();
      await requests.close();
    },
  };
}

interface Showing {
  readonly requests: DevRequests;
  /**
   * Reloads the brand's files, such as its style sheet and images.
   * @param changed the brand's new configuration, if that has changed
   */
  update(changed?: Brand): Promise<void>;
}

interface Shown extends Pick<DevServerOptions, 'root' | 'brand' | 'content' | 'log'> {
  readonly bundledModules: string;
}

async function showBrand({ root, brand: first, content, log, bundledModules }: Shown): Promise<Showing> {
  const { upstreamOrigin, snapshot } = await content;
  const show = async (brand: Brand): Promise<ShownBrand> => {
    const bundle = await bundleSettledBrand(brand, snapshot, join(root, 'node_modules'));
    return { brand, bundle, index: indexSnapshot(bundle.brand, snapshot) };
  };
  let shown = await show(first);
  return {
    requests: createDevRequests({
      upstreamOrigin,
      snapshot,
      bundledModules,
      publicFolder: join(root, 'public'),
      log,
      shown: () => shown,
    }),
    async update(changed = shown.brand) {
      shown = await show(changed);
    },
  };
}

/** Folders that are not watched: no page depends on them, and some contain tens of thousands of files. */
const UNWATCHED = ['var', 'dist', 'docs', 'tests', 'test-results', 'src/admin/ui'];

const TEXTS = /\/src\/i18n\/locales\/[^/]+\/[^/]+\.json$/;

/** Passes the texts of a changed file to i18next, which otherwise reads texts only once. */
function setTexts(file: string): void {
  const code = basename(dirname(file));
  if (!Object.hasOwn(LOCALES, code)) return;
  const language = i18nextLanguage(LOCALES[code as keyof typeof LOCALES]);
  i18next.addResourceBundle(language, basename(file, '.json'), JSON.parse(readFileSync(file, 'utf8')), false, true);
}

/** Reloads the brand in a worker thread, because Node never reloads a changed module. */
async function readBrand(workerData: Record<'brands' | 'state' | 'id', string>): Promise<Brand> {
  const worker = new Worker(new URL('./brand.worker.ts', import.meta.url), { workerData });
  const [brand] = await once(worker, 'message');
  return brand;
}
