/** Options of `npm run import`. */
export interface ImportSwitches {
  readonly section?: string | undefined;
  readonly brands?: string | undefined;
  readonly book?: string | undefined;
  readonly title?: string | undefined;
  readonly author?: string | undefined;
  readonly language?: string | undefined;
  readonly encoding?: string | undefined;
  readonly chapterPattern?: string | undefined;
  readonly preview?: boolean | undefined;
  readonly blocks?: string | undefined;
  readonly plan?: string | undefined;
  readonly writePlan?: string | undefined;
  readonly editionOf?: string | undefined;
  readonly different?: boolean | undefined;
  readonly watch?: string | undefined;
  readonly as?: string | undefined;
  readonly json?: boolean | undefined;
}
