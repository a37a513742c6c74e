import { Fragment, type Node, type Schema, Slice } from '@tiptap/pm/model';
import { Plugin, Selection } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { readSlice, SLICE_TYPE, writeSlice } from './copied-slice.ts';
import { fromHtml } from './from-html.ts';
import type { Attributes } from './html-tree.ts';
import { addPending, pendingAt, removePending } from './pending-pastes.ts';
import { insertPicture } from './pictures.ts';
import { BARE } from './schema.ts';
import { toHtml } from './to-html.ts';
import { isVerse } from './verse.ts';

export interface PasteOptions {
  /** Converts HTML from other programs to the HTML of chapters. */
  readonly clean: (html: string) => Promise<string>;
  /** Stores a picture. @returns the attributes of its element */
  readonly upload: (picture: File) => Promise<Attributes>;
  readonly onError: (message: string) => void;
}

/** Copies as the HTML of chapters, and pastes only what chapters may contain. */
export const clipboardPlugin = (options: PasteOptions): Plugin =>
  new Plugin({
    props: {
      handleDOMEvents: {
        copy: (view, event) => copy(view, event),
        cut: (view, event) => copy(view, event) && removeSelected(view),
        // ProseMirror would parse HTML with the browser's parser, which Trusted Types block.
        paste: (view, event) => paste(view, event, event.clipboardData, options),
        drop: (view, event) => drop(view, event, options),
      },
      clipboardTextParser: (text, $context) =>
        isVerse($context.parent)
          ? linesSlice(text, $context.doc.type.schema)
          : paragraphsSlice(text, $context.doc.type.schema),
    },
  });

const leafText = (leaf: Node): string => (leaf.type.name === 'br' ? '\n' : leaf.type.name === 'hr' ? '* * *' : '');

function copy(view: EditorView, event: ClipboardEvent): boolean {
  const { selection, schema } = view.state;
  const data = event.clipboardData;
  if (selection.empty || !data) return false;
  const slice = selection.content();
  data.clearData();
  data.setData(SLICE_TYPE, writeSlice(slice));
  data.setData('text/html', toHtml(schema.topNodeType.create(null, slice.content)));
  data.setData('text/plain', slice.content.textBetween(0, slice.content.size, '\n\n', leafText));
  event.preventDefault();
  return true;
}

function removeSelected(view: EditorView): boolean {
  view.dispatch(view.state.tr.deleteSelection().scrollIntoView().setMeta('uiEvent', 'cut'));
  return true;
}

function paste(view: EditorView, event: Event, data: DataTransfer | null, options: PasteOptions): boolean {
  const own = readSlice(data?.getData(SLICE_TYPE) ?? '', view.state.schema);
  const html = data?.getData('text/html') ?? '';
  const pictures = picturesIn(data);
  if (own) insert(view, own);
  else if (html !== '') void pasteHtml(view, html, pictures, options);
  else if (pictures.length > 0) void pastePictures(view, pictures, options);
  else return false;
  event.preventDefault();
  return true;
}

/** Files of pictures. They must be read while the event is handled. */
const picturesIn = (data: DataTransfer | null): File[] =>
  Array.from(data?.files ?? []).filter(({ type }) => type.startsWith('image/'));

function drop(view: EditorView, event: DragEvent, options: PasteOptions): boolean {
  if (view.dragging) return false;
  moveTo(view, event);
  if (paste(view, event, event.dataTransfer, options)) return true;
  if ((event.dataTransfer?.files.length ?? 0) === 0) return false;
  // The browser would leave the page and open the file.
  event.preventDefault();
  options.onError('Only pictures can be dropped into the text. To add a document, use Import.');
  return true;
}

const PICTURE = /<img\b/gi;
const picturesOf = (html: string): number => html.match(PICTURE)?.length ?? 0;

async function pasteHtml(view: EditorView, html: string, pictures: File[], options: PasteOptions): Promise<void> {
  const { id, tr } = addPending(view.state);
  view.dispatch(tr);
  try {
    const cleaned = await options.clean(html);
    // A copied picture comes as a file and as HTML that only contains its address on another site.
    if (cleaned.trim() === '' && pictures.length > 0) return await pastePictures(view, pictures, options, id);
    insertAt(view, id, sliceOf(cleaned, view.state.schema), options);
    const missing = picturesOf(html) - picturesOf(cleaned);
    if (missing > 0) options.onError('The pictures were not pasted. Add them with the Picture button.');
  } catch (error) {
    options.onError(`Could not paste: ${(error as Error).message}`);
  } finally {
    if (!view.isDestroyed) view.dispatch(removePending(view.state, id));
  }
}

/** Stores pictures, and puts them below the block at the cursor or at a remembered place. */
async function pastePictures(view: EditorView, pictures: File[], options: PasteOptions, at?: number): Promise<void> {
  const { id, tr } = at === undefined ? addPending(view.state) : { id: at, tr: view.state.tr };
  view.dispatch(tr);
  try {
    for (const picture of pictures) {
      const attrs = await options.upload(picture);
      const place = placeOf(view, id, options);
      if (!place) return;
      const { state } = view;
      view.dispatch(state.tr.setSelection(Selection.near(state.doc.resolve(place.to))));
      insertPicture(attrs, '')(view.state, view.dispatch);
    }
  } catch (error) {
    options.onError(`Could not add the picture: ${(error as Error).message}`);
  } finally {
    if (!view.isDestroyed) view.dispatch(removePending(view.state, id));
  }
}

function placeOf(view: EditorView, id: number, { onError }: PasteOptions) {
  const place = view.isDestroyed ? undefined : pendingAt(view.state, id);
  if (!place) onError('The text was replaced before it could be pasted. Paste again.');
  return place;
}

/** Inserts at a remembered place. If the cursor has moved on, it stays where it is. */
function insertAt(view: EditorView, id: number, slice: Slice, options: PasteOptions): void {
  const place = placeOf(view, id, options);
  if (!place) return;
  const { from, to } = view.state.selection;
  if (place.from === from && place.to === to) insert(view, slice);
  else view.dispatch(view.state.tr.replaceRange(place.from, place.to, slice).setMeta('paste', true));
}

/** Puts the cursor where text from another program was dropped. */
function moveTo(view: EditorView, event: DragEvent): void {
  const place = view.posAtCoords({ left: event.clientX, top: event.clientY });
  if (place) view.dispatch(view.state.tr.setSelection(Selection.near(view.state.doc.resolve(place.pos))));
}

function insert(view: EditorView, slice: Slice): void {
  view.dispatch(
    view.state.tr.replaceSelection(slice).scrollIntoView().setMeta('paste', true).setMeta('uiEvent', 'paste'),
  );
}

/** Text at the edges continues the paragraph at the cursor. Other blocks stay as they are. */
function sliceOf(html: string, schema: Schema): Slice {
  const { content } = fromHtml(html, schema).doc;
  const openAt = (node: Node | null) => (node?.type.name === 'p' || node?.type.name === BARE ? 1 : 0);
  return new Slice(content, openAt(content.firstChild), openAt(content.lastChild));
}

const paragraphsSlice = (text: string, schema: Schema): Slice => {
  const lines = text.split(/[ \t]*(?:\r\n?|\n)\s*/).map((line) => line.trimEnd());
  const nodes = lines.map((line) => schema.node('p', null, line === '' ? [] : [schema.text(line)]));
  return new Slice(Fragment.from(nodes), 1, 1);
};

const linesSlice = (text: string, schema: Schema): Slice => {
  const nodes = text
    .trimEnd()
    .split(/\r\n?|\n/)
    .flatMap((line, index) => [...(index > 0 ? [schema.node('br')] : []), ...(line === '' ? [] : [schema.text(line)])]);
  return new Slice(Fragment.from(nodes), 0, 0);
};
