import { build } from 'astro';

/**
 * Run as a program: `astro build` of the project in the folder given, without the types that Astro writes into `.astro` for editors.
 * So the code may belong to another user, or stand on a read-only disk.
 */
const [root = '.', logLevel = 'info'] = process.argv.slice(2);
const options: { readonly devOutput?: boolean; readonly sync: boolean } = { sync: false };
await build({ root, logLevel: logLevel === 'silent' ? 'silent' : 'info' }, options);
