import 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    /** Hydrates when the visitor turns to the island; `page`: to anything on the page (intent.ts). */
    'client:intent'?: boolean | 'page';
  }
}
