import type { IslandProps } from '#src/shell/island/use-island.ts';
import type { ChapterFacts } from './articles.ts';
import type { PanelProps } from './panel.ts';

/**
 * `texts` contains texts of the area `reader`. The elements with the chapters' text have the attribute
 * `data-reader-text`.
 */
export interface ReaderControlsProps extends IslandProps, Omit<PanelProps, 'island'> {
  readonly bookHref: string;
  /** Word count of all chapters. */
  readonly bookWords: number;
  /** The chapter in the page's HTML. */
  readonly chapter: Omit<ChapterFacts, 'href'>;
}
