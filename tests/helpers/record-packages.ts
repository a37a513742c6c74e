import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

/**
 * A module that is preloaded into all threads and processes of a program (`node --import`). It writes the name of each
 * package that they load to the file `LECTERN_TEST_PACKAGES`, one per line.
 */
const file = process.env['LECTERN_TEST_PACKAGES'] ?? '';
const seen = new Set<string>();

registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context);
    const name = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(resolved.url)?.[1];
    if (name !== undefined && !seen.has(name)) appendFileSync(file, `${name}\n`);
    if (name !== undefined) seen.add(name);
    return resolved;
  },
});
