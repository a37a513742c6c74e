import type { BookReference, Cover } from '#src/contract/entities/book.ts';
import type { LookUpTemplates } from '#src/lib/look-up-address.ts';
import type { Island } from '#src/shell/island/use-island.ts';

/**
 * Props of a panel of the reader. A panel renders only its content; `PanelFrame` adds the heading, the close button and
 * the sheet. Panels are loaded with `import()` when they are first opened.
 */
export interface PanelProps {
  /** Texts of the area `reader`. */
  readonly island: Island<'reader'>;
  readonly book: BookReference & { readonly cover: Cover | null };
  /** Language of the chapters' text, BCP 47. */
  readonly language: string;
  readonly apiPrefix: string;
  readonly chapterCount: number;
  /** The brand's sites for looking up selected words. */
  readonly lookup?: LookUpTemplates | undefined;
}
