import { once } from 'node:events';
import { readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { Worker } from 'node:worker_threads';
import { dev } from 'astro';
import i18next from 'i18next';
import type { Plugin, ViteDevServer } from 'vite';
import { bundleBrand } from '#src/brand/assets.ts';
import type { Brand } from '#src/brand/registry.ts';
import { LOCALES } from '#src/contract/locales.ts';
import { i18nextLanguage } from '#src/i18n/language.ts';
import { messageOf } from '#src/lib/errors.ts';
import type { Log } from '#src/lib/log.ts';
import { createDevRequests, type DevRequests, type ShownBrand } from './requests.ts';
import { indexSnapshot } from './snapshot-index.ts';

/** Where the pages' content comes from. */
export interface DevContent {
  readonly upstreamOrigin: string;
  /** The brand's `catalogue.db`, up to date. */
  readonly snapshot: string;
}

export interface DevServerOptions {
  /** Folder of the project. */
  readonly root: string;
  /** Folder of the state, also for what Vite keeps. */
  readonly state: string;
  /** Folder of the brands. */
  readonly brands: string;
  readonly port: number;
  readonly brand: Brand;
  /** Pages wait for it, while Astro starts. */
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
      log.error(`The brand cannot be shown as it is now: ${messageOf(error)}`);
    }
  };

  const textsChanged = (server: ViteDevServer, file: string) => {
    try {
      setTexts(file);
      // What this module remembers is out of date, and so are the pages.
      server.watcher.emit('change', join(root, 'src/i18n/t.ts'));
    } catch (error) {
      log.error(`${file} cannot be read: ${messageOf(error)}`);
    }
  };

  const starting = dev({
    root,
    logLevel: 'error',
    server: { host: '127.0.0.1', port },
    // requests.ts sends it as a header.
    security: { csp: false },
    vite: {
      plugins: [plugin],
      cacheDir,
      optimizeDeps: { entries: ['src/islands/**/*.tsx', 'src/browser/deferred/index.ts'] },
      server: {
        strictPort: true,
        // The packages may be a link to a folder elsewhere.
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
  /** Reads the brand's files again. @param changed the brand itself, where it changed */
  update(changed?: Brand): Promise<void>;
}

interface Shown extends Pick<DevServerOptions, 'root' | 'brand' | 'content' | 'log'> {
  readonly bundledModules: string;
}

async function showBrand({ root, brand: first, content, log, bundledModules }: Shown): Promise<Showing> {
  const { upstreamOrigin, snapshot } = await content;
  const show = async (brand: Brand): Promise<ShownBrand> => {
    const bundle = await bundleBrand(brand, join(root, 'node_modules'));
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

/** Folders that no page is made from. Some hold tens of thousands of files. */
const UNWATCHED = ['var', 'dist', 'docs', 'tests', 'test-results', 'src/admin-ui'];

const TEXTS = /\/src\/i18n\/locales\/[^/]+\/[^/]+\.json$/;

/** Gives i18next, which reads its texts once, those of a changed file. */
function setTexts(file: string): void {
  const code = basename(dirname(file));
  if (!Object.hasOwn(LOCALES, code)) return;
  const language = i18nextLanguage(LOCALES[code as keyof typeof LOCALES]);
  i18next.addResourceBundle(language, basename(file, '.json'), JSON.parse(readFileSync(file, 'utf8')), false, true);
}

/** Reads the brand again, in a thread, because Node never loads a changed module again. */
async function readBrand(workerData: Record<'brands' | 'state' | 'id', string>): Promise<Brand> {
  const worker = new Worker(new URL('./brand.worker.ts', import.meta.url), { workerData });
  const [brand] = await once(worker, 'message');
  return brand;
}
