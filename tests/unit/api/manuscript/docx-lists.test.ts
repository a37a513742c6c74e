import { describe, expect, it } from 'vitest';
import { readDocument } from '#src/api/manuscript/index.ts';
import { heading, makeDocx, paragraph, run, style } from './make-docx.ts';

const prose = paragraph(run('The river ran high that spring. '.repeat(4)));
const level = (format: string, text: string, at = 0, more = '') =>
  `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/>${more}<w:lvlText w:val="${text}"/></w:lvl>`;
const list = (levels: string, overrides = '') =>
  `<w:abstractNum w:abstractNumId="0">${levels}</w:abstractNum><w:num w:numId="4"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="5"><w:abstractNumId w:val="0"/>${overrides}</w:num>`;
const item = (text: string, at = 0, id = 4) =>
  paragraph(run(text), `<w:numPr><w:ilvl w:val="${at}"/><w:numId w:val="${id}"/></w:numPr>`);
const htmlOf = async (body: string, numbering: string, styles = '') => {
  const { chapters } = await readDocument(makeDocx(heading('Rain') + prose + body, { numbering, styles }), 'a.docx');
  return chapters[0]?.html.replace(/^<p>[^<]+<\/p>/, '').replaceAll(/\n/g, '');
};

describe('the lists of a Word document', () => {
  it.each([
    ['lowerLetter', '%1)', 'text-lower-alpha'],
    ['upperLetter', '%1.', 'text-upper-alpha'],
    ['lowerRoman', '(%1)', 'text-lower-roman'],
    ['upperRoman', '%1.', 'text-upper-roman'],
  ])('keep the numbers of the format %s', async (format, text, name) => {
    expect(await htmlOf(item('Bread') + item('Salt'), list(level(format, text)))).toBe(
      `<ol class="${name.replace('text-', 'text-list-')}"><li>Bread</li><li>Salt</li></ol>`,
    );
  });

  it('keep ordinary numbers and bullets as they are', async () => {
    expect(await htmlOf(item('Bread'), list(level('decimal', '%1.')))).toBe('<ol><li>Bread</li></ol>');
    expect(await htmlOf(item('Bread'), list(level('bullet', '•')))).toBe('<ul><li>Bread</li></ul>');
  });

  it('show labels as text that HTML does not have', async () => {
    expect(await htmlOf(item('Bread') + item('Salt'), list(level('decimal', 'Rule %1')))).toBe(
      '<ol class="text-list-none"><li>Rule 1: Bread</li><li>Rule 2: Salt</li></ol>',
    );
    expect(await htmlOf(item('Bread'), list(level('russianLower', '%1)')))).toBe(
      '<ol class="text-list-none"><li>а) Bread</li></ol>',
    );
    expect(await htmlOf(item('Bread'), list(level('chineseCounting', '第%1條')))).toBe(
      '<ol class="text-list-none"><li>第一條: Bread</li></ol>',
    );
  });

  it('keep the formats of inner lists, and labels of several levels', async () => {
    const levels = level('upperRoman', '%1.') + level('lowerLetter', '%2)', 1);
    expect(await htmlOf(item('Bread') + item('Salt', 1) + item('Fish', 1) + item('Oil'), list(levels))).toBe(
      '<ol class="text-list-upper-roman"><li>Bread<ol class="text-list-lower-alpha"><li>Salt</li><li>Fish</li></ol></li><li>Oil</li></ol>',
    );
    const legal = level('upperRoman', '%1.') + level('decimal', '%1.%2', 1, '<w:isLgl/>');
    expect(await htmlOf(item('Bread') + item('Salt', 1), list(legal))).toContain('<li>1.1: Salt</li>');
  });

  it('continue after other paragraphs, and start again where the document says so', async () => {
    const numbering = list(
      level('lowerLetter', '%1)'),
      '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride>',
    );
    expect(await htmlOf(item('Bread') + paragraph(run('So:')) + item('Salt'), numbering)).toBe(
      '<ol class="text-list-lower-alpha"><li>Bread</li></ol><p>So:</p><ol start="2" class="text-list-lower-alpha"><li>Salt</li></ol>',
    );
    expect(await htmlOf(item('Bread') + item('Salt') + item('Oil', 0, 5), numbering)).toContain(
      '<li>Salt</li><li value="1">Oil</li>',
    );
  });

  it('may be defined by a style', async () => {
    const own = style('ListNumber', 'List Number', '<w:pPr><w:numPr><w:numId w:val="4"/></w:numPr></w:pPr>');
    const styled = paragraph(run('Bread'), '<w:pStyle w:val="ListNumber"/>');
    expect(await htmlOf(styled, list(level('upperLetter', '%1.')), own)).toBe(
      '<ol class="text-list-upper-alpha"><li>Bread</li></ol>',
    );
  });

  it('have the same numbers in headings', async () => {
    const numbered = (text: string) =>
      paragraph(run(text), '<w:pStyle w:val="Heading1"/><w:numPr><w:ilvl w:val="0"/><w:numId w:val="4"/></w:numPr>');
    const { chapters } = await readDocument(
      makeDocx(numbered('Maps') + prose + numbered('Names') + prose, {
        numbering: list(level('upperLetter', 'Appendix %1.')),
      }),
      'a.docx',
    );
    expect(chapters.map(({ title }) => title)).toEqual(['Appendix A. Maps', 'Appendix B. Names']);
  });
});
