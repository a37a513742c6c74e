import 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    /** Hydrates when the visitor turns to the island; `idle`: at the latest when the page has nothing to do (intent.ts). */
    'client:intent'?: boolean | 'soon';
  }
}
