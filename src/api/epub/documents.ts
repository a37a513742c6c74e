import { cutBody } from './cut.ts';
import type { Files } from './files.ts';
import type { Segment } from './runs.ts';
import { type Element, parseXhtml } from './tree.ts';

/** Stretches of documents as trees; the pieces of the last document are kept, since they are asked for in order. */
export function createDocuments(files: Files, paths: string[]): (segment: Segment) => Promise<Element | undefined> {
  let index = -1;
  let pieces: (Element | undefined)[] = [];
  return async (segment) => {
    if (segment.spineIndex !== index) {
      index = segment.spineIndex;
      pieces = cutBody(parseXhtml(await files.text(paths[index] ?? '')), segment.cuts);
    }
    const piece = pieces[segment.cut];
    pieces[segment.cut] = undefined;
    return piece;
  };
}
