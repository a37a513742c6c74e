import 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    /** Hydrates when the visitor turns to the island; `page`: to anything on the page (intent.ts). */
    'client:intent'?: boolean | 'page';
    /** Hydrates once the page is shown; `idle`: when the browser has nothing to do (shown.ts). */
    'client:shown'?: boolean | 'idle';
  }
}
