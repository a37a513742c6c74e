import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { BUILD_TARGET } from '../../src/site-bundle/browser-support/minimum-browsers.ts';

const root = fileURLToPath(new URL('../../src/admin-ui/', import.meta.url));

/** Builds the admin's page into `LECTERN_ADMIN_OUT` (scripts/programs/admin-page.ts). The site's bundle has nothing of it. */
export default defineConfig({
  root,
  base: './',
  publicDir: false,
  logLevel: 'error',
  build: {
    outDir: process.env.LECTERN_ADMIN_OUT,
    emptyOutDir: true,
    target: BUILD_TARGET,
    modulePreload: { polyfill: false },
    // The licences of all packages in it, beside it.
    license: { fileName: 'licenses.txt' },
    chunkSizeWarningLimit: 2000,
    rolldownOptions: { input: [`${root}index.html`, `${root}preview.html`] },
  },
});
