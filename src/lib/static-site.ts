/** Set by the build (astro.config.mjs), and by the command that builds a static site. */
declare const LECTERN_STATIC_SITE: boolean | undefined;

/**
 * Whether this code belongs to a complete static site (docs/operate/static-hosts.md), which has no server and no API.
 * Each of its pages is a folder with an `index.html`, and paths end with a slash, because not every host serves
 * `tags.html` at `/tags`.
 */
export const IS_STATIC_SITE: boolean = typeof LECTERN_STATIC_SITE === 'boolean' && LECTERN_STATIC_SITE;
