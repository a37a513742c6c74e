import 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    /** Hydrates when the visitor turns to the island (intent.ts). */
    'client:intent'?: boolean;
  }
}
