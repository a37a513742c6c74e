import { join } from 'node:path';
import type { Plugin } from 'vite';
import { bundleInlineScript } from './inline-scripts.ts';

/** Source of the script of all islands, relative to the project. */
export const ISLANDS_SCRIPT = 'src/shell/directives/islands.ts';

interface IslandScript {
  /** Absolute path of the source. */
  readonly path: string;
  /** The code of the only script that Astro adds to pages with islands. */
  readonly text: string;
  /** Makes Astro use this script in builds. */
  readonly plugin: Plugin;
}

/**
 * Bundles the directives of the site with Astro's definition of `astro-island`. Astro itself adds one script per
 * directive, and allows all of them and its other directives in the Content-Security-Policy, with 54 bytes for each.
 * Astro's style sheet for islands is in src/shell/styles/reset.css, so it needs no hash either.
 * @param root folder of the project
 * @param element Astro's script that defines the element (`astro/runtime/server/astro-island.prebuilt.js`)
 */
export async function bundleIslandScript(root: string, element: string): Promise<IslandScript> {
  const path = join(root, ISLANDS_SCRIPT);
  const { text: directives } = await bundleInlineScript(path);
  const text = `${directives}${element}`;
  const replacement = `function getPrescripts(_result, type, directive) {
  if (!['intent', 'reading', 'shown'].includes(directive)) throw new Error('${ISLANDS_SCRIPT} lacks client:' + directive);
  return type === 'both' ? ${JSON.stringify(`<script>${text}</script>`)} : '';
}
`;
  return {
    path,
    text,
    plugin: {
      name: 'lectern-island-script',
      apply: 'build',
      transform: {
        filter: { id: /\/astro\/dist\/runtime\/server\/scripts\.js$/ },
        handler(code) {
          const replaced = code.replace(/function getPrescripts\([\s\S]*?\n\}\n/, () => replacement);
          if (replaced === code) throw new Error('Astro has no function getPrescripts any more.');
          return replaced;
        },
      },
    },
  };
}
