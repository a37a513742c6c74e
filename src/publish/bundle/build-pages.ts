import { build } from 'astro';

/**
 * Program that runs `astro build` for the project in the given folder. It does not generate the types for editors in
 * `.astro`, so the code may belong to another user or be on a read-only disk.
 */
const [root = '.', logLevel = 'info'] = process.argv.slice(2);
const options: { readonly devOutput?: boolean; readonly sync: boolean } = { sync: false };
if (import.meta.main) await build({ root, logLevel: logLevel === 'silent' ? 'silent' : 'info' }, options);
