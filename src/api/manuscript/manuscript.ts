import type { Files } from '../epub/files.ts';
import type { Element } from '../epub/tree.ts';
import type { ImportedCover } from '../epub/types.ts';
import type { Pictures } from './pictures.ts';
import type { SplitText } from './split.ts';
import type { Doubt, LeftOut } from './types.ts';

/** A text and its metadata. */
export interface Manuscript {
  /** The page before sanitising, unless `split` contains the chapters. */
  readonly body?: Element | undefined;
  /** The pictures of the page that its file contains. */
  readonly pictures?: Pictures | undefined;
  readonly cover?: ImportedCover | undefined;
  /** Style sheets of the page. */
  readonly sheets?: readonly string[] | undefined;
  /** The chapters of a plain-text manuscript, which has no heading elements. */
  readonly split?: SplitText | undefined;
  readonly title?: string | undefined;
  readonly authors?: readonly string[] | undefined;
  /** BCP 47 tag. */
  readonly language?: string | undefined;
  /** BCP 47 tag. Used if the text is too short to detect its language. */
  readonly likelyLanguage?: string | undefined;
  /** What the operator should check. */
  readonly doubts?: readonly Doubt[] | undefined;
  /** Content of the file that the book does not include. */
  readonly leftOut?: readonly LeftOut[] | undefined;
  /** Plain text. */
  readonly description?: string | undefined;
  readonly subjects?: readonly string[] | undefined;
  /** Identifies the book. The same in all its versions. */
  readonly identifier?: string | undefined;
}

/** The archive of a Word or OpenDocument file. */
export interface DocumentSource {
  readonly bytes: Uint8Array;
  readonly files: Files;
  /** Names of all files in the archive. */
  readonly names: readonly string[];
}
