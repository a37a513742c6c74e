import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { BUILD_TARGET } from '#src/publish/bundle/browser-support/minimum-browsers.ts';

const root = fileURLToPath(new URL('../../admin/ui/', import.meta.url));

/**
 * Builds the admin page into `LECTERN_ADMIN_OUT` (src/commands/admin/admin-page.ts). It shares nothing with the site's
 * bundle.
 */
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
    // Writes the licences of all bundled packages next to the page.
    license: { fileName: 'licenses.txt' },
    chunkSizeWarningLimit: 2000,
    rolldownOptions: { input: [`${root}index.html`, `${root}preview.html`] },
  },
});
