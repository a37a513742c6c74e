import { describe, expect, it } from 'vitest';
import { readEpub } from '#src/api/epub/index.ts';
import { readManuscript } from '#src/api/manuscript/index.ts';
import { makeEpub } from '../epub/make-epub.ts';

const LIMERICK = [
  'There was an old man of the coast',
  'Who placidly sat on a post;',
  'But when it was cold',
  'He relinquished his hold',
  'And called for some hot buttered toast.',
];
const words = 'The river ran high that spring, and the old bridge stood half under water. '.repeat(4);
const page = (inner: string) => `<h1>Rain</h1>\n<p>${words}</p>\n${inner}\n<p>${words}</p>`;
const read = (text: string, name: string) =>
  readManuscript(new TextEncoder().encode(text), name).chapters[0]?.html ?? '';
const linesOf = (html: string) =>
  /<(?:p|div|blockquote)[^>]*>((?:(?!<\/).)*<br.*?)<\/(?:p|div|blockquote)>/s.exec(html)?.[1]?.split(/<br\s?\/?>/);

describe('a poem whose lines are only separate in the source', () => {
  it.each([
    ['in HTML', read(page(`<p>${LIMERICK.join('\n')}</p>`), 'a.html')],
    ['in HTML with indented source', read(page(`<p>\n    ${LIMERICK.join('\n    ')}\n  </p>`), 'a.html')],
    ['in a quotation', read(page(`<blockquote>\n${LIMERICK.join('\n')}\n</blockquote>`), 'a.html')],
    ['in Markdown', read(`# Rain\n\n${words}\n\n${LIMERICK.join('\n')}\n\n${words}\n`, 'a.md')],
  ])('keeps its lines %s', (_, html) => {
    expect(linesOf(html)).toEqual(LIMERICK);
  });

  it('keeps its lines and its italics in an EPUB', async () => {
    const lines = [...LIMERICK.slice(0, 2), '<em>But when it was cold', 'He relinquished</em> his hold', LIMERICK[4]];
    const { chapters } = await readEpub(makeEpub({ documents: { 'a.xhtml': page(`<p>${lines.join('\n')}</p>`) } }));
    expect(chapters[0]?.html).toContain(
      'post;<br /><em>But when it was cold<br />He relinquished</em> his hold<br />And called',
    );
  });

  it.each([
    [
      'a wrapped paragraph',
      'The Count and the\nBaron met at the old\nMill near the river\nRhine, and then they\nTalked of the war.',
    ],
    ['a sentence per line', 'He came.\nHe saw the river.\nIt was high.\nNobody crossed it.\nHe went.'],
    ['lines in lower case', 'He came to\nthe river that\nran high\nand nobody\ncrossed it'],
    ['long lines', `${'The river ran high and the bridge stood under water\n'.repeat(4)}He went`],
    ['three lines', 'The Raft\nA Novel of the Sea\nMara'],
    ['a list of links', '<a href="1">One</a>\n<a href="2">Two</a>\n<a href="3">Three of the</a>\n<a href="4">Four</a>'],
    ['Chinese', '河水\n高涨\n老桥\n半在水中\n无人'],
  ])('is not seen in %s', (_, text) => {
    expect(read(page(`<p>${text}</p>`), 'a.html')).not.toContain('<br');
  });
});
