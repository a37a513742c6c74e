import { attribute, type Element, findAll, setAttribute } from '../../epub/tree.ts';
import {
  type Doubt,
  type FieldOverrides,
  isDocument,
  type LeftOut,
  leftOutPictures,
  type Manuscript,
  type Pictures,
  parseDocument,
  parseText,
  plainText,
  type SplitText,
  splitPage,
} from '../../manuscript/index.ts';
import { detectLanguage } from '../../manuscript/language/detect.ts';
import { withOwnPictures } from '../own-pictures.ts';
import type { SitePictures } from '../site/pictures.ts';

/** The text of a file that is part of a book. */
export interface ChapterText {
  readonly split: SplitText;
  readonly pictures: Pictures | undefined;
  /** The title that is given outside the text, for example in the front matter. */
  readonly title: string | undefined;
  readonly authors: readonly string[];
  readonly language: string | undefined;
  /** The beginning of the text, used to detect the language. */
  readonly sample: string;
  readonly encoding: string | undefined;
  readonly doubts: readonly Doubt[];
  readonly leftOut: readonly LeftOut[];
}

const SAMPLE_CHARACTERS = 4000;

/**
 * Reads a file that is part of a book. Adds a prefix to its anchors, because several files may use the same names.
 * @param options `key`: a prefix that no other file has; `files`: the pictures that the pages may show
 * @throws ManuscriptError, EpubError if the file cannot be read
 */
export async function readChapterText(
  bytes: Uint8Array,
  path: string,
  overrides: FieldOverrides,
  { key, files }: { readonly key: string; readonly files: SitePictures },
): Promise<ChapterText> {
  const source = isDocument(path)
    ? { manuscript: await parseDocument(bytes, path), text: '', encoding: undefined, doubts: [] }
    : parseText(bytes, path, overrides);
  const { encoding, doubts } = source;
  const manuscript = await withOwnPictures(source.manuscript, files, path);
  const sample = (manuscript.body ? plainText(manuscript.body) : source.text).slice(0, SAMPLE_CHARACTERS);
  // Must be read before rendering, which removes nodes from the page.
  const missing = manuscript.body ? leftOutPictures(manuscript.body, manuscript.pictures) : [];
  return {
    split: splitOf(manuscript, key, overrides.language ?? manuscript.language ?? detectLanguage(sample).tag),
    pictures: manuscript.pictures,
    title: manuscript.title,
    authors: manuscript.authors ?? [],
    language: manuscript.language,
    sample,
    encoding,
    doubts,
    leftOut: [...(manuscript.leftOut ?? []), ...missing],
  };
}

function splitOf({ split, ...manuscript }: Manuscript, key: string, language: string): SplitText {
  if (split === undefined) {
    if (manuscript.body) prefixAnchors(manuscript.body, `${key}-`);
    return splitPage(manuscript, language);
  }
  // The only anchors in plain text are those of notes, such as `b-c0-1`.
  const stretches = split.stretches.map((stretch) => ({
    ...stretch,
    html: stretch.html.replaceAll(/ (id|href)="(#?)b-c/g, ` $1="$2b-${key}c`),
  }));
  return { ...split, stretches };
}

/** Adds a prefix to the anchors of a page and to the links to them, so that they are unique in the book. */
export function prefixAnchors(body: Element, prefix: string): void {
  for (const element of findAll(body, () => true)) {
    for (const name of ['id', 'name']) {
      const value = attribute(element, name);
      if (value !== '' && (name === 'id' || element.tagName === 'a')) setAttribute(element, name, prefix + value);
    }
    const href = attribute(element, 'href');
    if (element.tagName === 'a' && /^#./.test(href)) setAttribute(element, 'href', `#${prefix}${href.slice(1)}`);
  }
}
