import type { IslandProps } from '../ui/use-island.ts';
import type { ChapterFacts } from './articles.ts';
import type { PanelProps } from './panel.ts';

/** Texts: area `reader`. The chapters' text on the page carries `data-reader-text`. */
export interface ReaderControlsProps extends IslandProps, Omit<PanelProps, 'island'> {
  readonly bookHref: string;
  /** Of all its chapters. */
  readonly bookWords: number;
  /** The chapter the page came with. */
  readonly chapter: Omit<ChapterFacts, 'href'>;
}
