import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

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
    target: 'es2023',
    modulePreload: { polyfill: false },
    // The licences of all packages in it, beside it.
    license: { fileName: 'licenses.txt' },
    chunkSizeWarningLimit: 2000,
    rolldownOptions: { input: [`${root}index.html`, `${root}preview.html`] },
  },
});
