import { Fragment, type Node, type Schema, Slice } from '@tiptap/pm/model';
import { Plugin, Selection } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { fromHtml } from './from-html.ts';
import { BARE } from './schema.ts';
import { toHtml } from './to-html.ts';
import { isVerse } from './verse.ts';

/** Format of text copied from an editor of chapters: a slice of ProseMirror as JSON. */
const OWN_TYPE = 'application/x-lectern-slice';

export interface PasteOptions {
  /** Converts HTML from other programs to the HTML of chapters. */
  readonly clean: (html: string) => Promise<string>;
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
        drop(view, event) {
          if (view.dragging || !paste(view, event, event.dataTransfer, options)) return false;
          moveTo(view, event);
          return true;
        },
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
  data.setData(OWN_TYPE, JSON.stringify(slice.toJSON()));
  data.setData('text/html', toHtml(schema.topNodeType.create(null, slice.content)));
  data.setData('text/plain', slice.content.textBetween(0, slice.content.size, '\n\n', leafText));
  event.preventDefault();
  return true;
}

function removeSelected(view: EditorView): boolean {
  view.dispatch(view.state.tr.deleteSelection().scrollIntoView().setMeta('uiEvent', 'cut'));
  return true;
}

function paste(view: EditorView, event: Event, data: DataTransfer | null, { clean, onError }: PasteOptions): boolean {
  const own = data?.getData(OWN_TYPE) ?? '';
  if (own !== '') {
    event.preventDefault();
    insert(view, Slice.fromJSON(view.state.schema, JSON.parse(own)));
    return true;
  }
  const html = data?.getData('text/html') ?? '';
  if (html === '') return false;
  event.preventDefault();
  clean(html).then(
    (cleaned) => !view.isDestroyed && insert(view, sliceOf(cleaned, view.state.schema)),
    (error: Error) => onError(`Could not paste: ${error.message}`),
  );
  return true;
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
