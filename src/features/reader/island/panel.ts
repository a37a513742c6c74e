import type { BookReference, Cover } from '#src/contract/entities/book.ts';
import type { LookUpTemplates } from '#src/lib/look-up-address.ts';
import type { Island } from '#src/shell/island/use-island.ts';

/**
 * Props of a reader panel. A panel renders only its content: `PanelFrame` adds heading, close button and sheet. Panels
 * are loaded with `import()` when first opened.
 */
export interface PanelProps {
  /** Texts: area `reader`. */
  readonly island: Island<'reader'>;
  readonly book: BookReference & { readonly cover: Cover | null };
  /** Language of the chapters' text, BCP 47. */
  readonly language: string;
  readonly apiPrefix: string;
  readonly chapterCount: number;
  /** The brand's sites for looking up selected words. */
  readonly lookup?: LookUpTemplates | undefined;
}
