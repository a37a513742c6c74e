import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { createServer } from 'vite';
import { openStore } from '#src/api/index.ts';
import { portOf } from '#src/config/config.ts';
import { untilTerminated } from '#src/lib/cli.ts';
import { createLog } from '#src/lib/log.ts';
import { print } from '#src/lib/print.ts';
import { composeAdmin } from '../admin/admin.ts';
import { installAdminPackages } from '../admin/admin-packages.ts';
import { ROOT } from '../run-script.ts';
import { devConfig, ensureBooks } from './dev.ts';

/** Runs the admin API and Vite's server for its page until stopped. */
export async function runDevAdmin(port: string): Promise<void> {
  const requestedPort = portOf(port, '--port');
  const config = devConfig();
  await installAdminPackages();
  await ensureBooks(config);
  await using ending = new AsyncDisposableStack();
  const store = await openStore(join(config.state, 'api'), config.store);
  ending.defer(() => store.close());
  const admin = await composeAdmin(config, store, createLog('warn'), undefined);
  ending.defer(admin.close);
  const target = await admin.listen(0);
  const vite = await createServer({
    configFile: join(ROOT, 'src/commands/admin/admin-vite.config.mjs'),
    cacheDir: join(config.state, 'vite-admin'),
    plugins: [react()],
    // `changeOrigin: false` keeps the browser's Host header, which the admin compares with the origin of writes.
    server: {
      host: '127.0.0.1',
      port: requestedPort,
      strictPort: true,
      // Fonts and colours are outside the page's folder.
      fs: { allow: [ROOT, realpathSync(join(ROOT, 'node_modules'))] },
      proxy: { '/api': { target, changeOrigin: false } },
    },
  });
  ending.defer(() => vite.close());
  await vite.listen();
  const [address = ''] = vite.resolvedUrls?.local ?? [];
  print(`\nThe admin is at ${address.replace('127.0.0.1', 'localhost')} (development)\n\nPress Ctrl+C to stop.\n`);
  await untilTerminated();
}
