import type { IslandProps } from '#src/shell/island/use-island.ts';
import type { ChapterFacts } from './articles.ts';
import type { PanelProps } from './panel.ts';

/** Texts: area `reader`. The chapters' text on the page carries `data-reader-text`. */
export interface ReaderControlsProps extends IslandProps, Omit<PanelProps, 'island'> {
  readonly bookHref: string;
  /** Word count of all chapters. */
  readonly bookWords: number;
  /** The chapter in the page's HTML. */
  readonly chapter: Omit<ChapterFacts, 'href'>;
}
