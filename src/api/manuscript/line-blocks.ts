import type { MarkdownIt } from 'markdown-it';

const LINE = /^\|(?: (.*)|)$/;
/** Indentation in em for each space at the beginning of a line. */
const SPACE_EM = 0.5;

/** Parses Pandoc's line blocks: each line begins with `| `, or is indented and continues the line above. */
export function lineBlocks(md: MarkdownIt): void {
  md.block.ruler.after('table', 'line_block', (state, start, end, silent) => {
    if (state.sCount[start] !== state.blkIndent || !LINE.test(textAt(state, start))) return false;
    if (silent) return true;
    const lines: string[] = [];
    let at = start;
    for (; at < end; at += 1) {
      const text = textAt(state, at);
      const line = LINE.exec(text);
      const isContinued = !line && text.trim() !== '' && (state.sCount[at] ?? 0) > state.blkIndent;
      if (line) lines.push(line[1] ?? '');
      else if (isContinued) lines.push(`${lines.pop()} ${text.trim()}`);
      else break;
    }
    state.line = at;
    const opening = state.push('line_block_open', 'p', 1);
    opening.attrSet('epub:type', 'verse');
    opening.map = [start, at];
    for (const [index, line] of lines.entries()) {
      if (index > 0) state.push('line_break', 'br', 0);
      const indent = (line.length - line.trimStart().length) * SPACE_EM;
      const span = state.push('line_open', 'span', 1);
      span.attrSet('style', `display:block;margin-left:${indent}em`);
      span.block = false;
      const inline = state.push('inline', '', 0);
      inline.content = line.trim();
      inline.map = [start + index, start + index + 1];
      inline.children = [];
      state.push('line_close', 'span', -1).block = false;
    }
    state.push('line_block_close', 'p', -1);
    return true;
  });
}

interface Lines {
  readonly src: string;
  readonly bMarks: readonly number[];
  readonly tShift: readonly number[];
  readonly eMarks: readonly number[];
}

const textAt = ({ src, bMarks, tShift, eMarks }: Lines, line: number): string =>
  src.slice((bMarks[line] ?? 0) + (tShift[line] ?? 0), eMarks[line]);
