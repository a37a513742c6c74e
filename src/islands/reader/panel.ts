import type { BookReference, Cover } from '#src/contract/entities/book.ts';
import type { LookUpTemplates } from '#src/lib/look-up-address.ts';
import type { Island } from '../ui/use-island.ts';

/**
 * What a panel of the reader gets. A panel renders its content alone: heading, close button and the sheet around it
 * are `PanelFrame`'s, which the reader puts around every panel. It loads with `import()` when it is first opened.
 */
export interface PanelProps {
  /** Texts: keys of area `reader` that ISLAND_KEYS.reader lists. */
  readonly island: Island<'reader'>;
  readonly book: BookReference & { readonly cover: Cover | null };
  /** Language of the chapters' text, BCP 47. */
  readonly language: string;
  readonly apiPrefix: string;
  readonly chapterCount: number;
  /** Where a selected word is looked up, as the brand has it. */
  readonly lookup?: LookUpTemplates | undefined;
}
