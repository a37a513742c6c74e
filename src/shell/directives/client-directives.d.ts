import 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    /**
     * Hydrates on the first interaction with the island or, with the value `page`, with any part of the page
     * (intent.ts).
     */
    'client:intent'?: boolean | 'page';
    /** Hydrates on the first input, or after ten seconds (reading.ts). */
    'client:reading'?: boolean;
    /** Hydrates when the page is visible (shown.ts). */
    'client:shown'?: boolean | string;
  }
}
