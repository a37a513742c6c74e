const TAG = /<(\/?)([a-z]\w*)([^>]*)>/g;
const VOID = /^(?:br|hr|img|wbr|col)$/;
const CLASS = / class="([^"]*)"/;
const BLOCK = /^(?:p|li|d[dt]|t[dr]|aside|div)$/;

interface OpenElement {
  readonly tag: string;
  readonly start: number;
  isNote: boolean;
}

/**
 * Removes notes and references to notes from sanitised chapter HTML, which may be cut off. A block that contains a link
 * back is a note, too.
 */
export function withoutNotes(html: string): string {
  if (!html.includes('text-note')) return html;
  const open: OpenElement[] = [];
  const kept: string[] = [];
  let from = 0;
  const cut = (start: number, end: number) => {
    kept.push(html.slice(from, start));
    from = end;
  };
  for (const { 0: all, 1: slash, 2: tag = '', 3: attributes = '', index } of html.matchAll(TAG)) {
    if (VOID.test(tag)) continue;
    if (slash === '') {
      const names = CLASS.exec(attributes)?.[1]?.split(' ') ?? [];
      open.push({ tag, start: index, isNote: names.includes('text-note') || names.includes('text-note-ref') });
      const block = names.includes('text-note-back') && open.findLast((element) => BLOCK.test(element.tag));
      if (block) block.isNote = true;
      continue;
    }
    const last = open.pop();
    if (last?.isNote && !open.some(({ isNote }) => isNote)) cut(last.start, index + all.length);
  }
  const unclosed = open.find(({ isNote }) => isNote);
  if (unclosed) cut(unclosed.start, html.length);
  return [...kept, html.slice(from)].join('');
}
