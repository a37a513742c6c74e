import { type Mark, type Node, type Schema, Slice } from '@tiptap/pm/model';
import { isAllowed } from './html-tree.ts';
import { BARE, EMPTY, INLINE } from './schema.ts';

/** Format of text copied from an editor of chapters: a slice of ProseMirror as JSON. */
export const SLICE_TYPE = 'application/x-lectern-slice';

export const writeSlice = (slice: Slice): string => JSON.stringify(slice.toJSON());

/**
 * Reads a copied slice. Any page can put one on the clipboard, so its elements and attributes are checked: the editor
 * would add them to the document as they are.
 * @returns undefined if it is not a valid slice of a chapter
 */
export function readSlice(json: string, schema: Schema): Slice | undefined {
  try {
    const slice = Slice.fromJSON(schema, JSON.parse(json));
    let isSafe = true;
    slice.content.descendants((node) => {
      // Throws if the marks are invalid. The content at the edges of a slice may be incomplete.
      schema.node(BARE, null, node.isInline ? node : undefined).check();
      isSafe &&= isSafeNode(node) && node.marks.every(isSafeMark);
    });
    return isSafe ? slice : undefined;
  } catch {
    return undefined;
  }
}

function isSafeNode({ type, attrs, isText }: Node): boolean {
  if (isText || type.name === BARE) return true;
  return isAllowed(type.name === EMPTY ? attrs['tag'] : type.name, attrs['attrs']);
}

const isSafeMark = ({ type, attrs }: Mark): boolean => type.name === INLINE && isAllowed(attrs['tag'], attrs['attrs']);
