import { join } from 'node:path';
import config from '../../../astro.config.mjs';

const CALL = 'return { params: {';
const WITH_KEY = 'return { cacheKey: view.version?.(ref, staticSource(site), site), params: {';

/** Plugin that gives Astro a cache key for each page, derived from the versions that the rebuild compares. */
const keys = {
  name: 'lectern-bench-keys',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('/src/pages/_static.ts')) return undefined;
    if (!code.includes(CALL)) throw new Error(`${id} no longer has "${CALL}".`);
    return { code: code.replace(CALL, WITH_KEY), map: null };
  },
};

/** Configuration for the project's own static build with Astro's incremental build enabled. */
export default {
  ...config,
  cacheDir: join(process.env.LECTERN_OUT ?? 'dist', '../cache'),
  experimental: { ...config.experimental, incrementalBuild: true },
  vite: { ...config.vite, plugins: [...(config.vite?.plugins ?? []), keys] },
};
