import { describe, expect, it } from 'vitest';
import { readDocument } from '#src/api/manuscript/index.ts';
import { heading, makeDocx, paragraph, run, style, styled } from './make-docx.ts';

const read = async (...parameters: Parameters<typeof makeDocx>) => readDocument(makeDocx(...parameters), 'a.docx');
const htmlOf = async (body: string, parts?: Parameters<typeof makeDocx>[1]) =>
  (await read(heading('Rain') + body, parts)).chapters.map(({ html }) => html).join('');
const prose = paragraph(run('The river ran high that spring. '.repeat(4)));

describe('the headings of a Word document', () => {
  const titlesOf = async (body: string, parts?: Parameters<typeof makeDocx>[1]) =>
    (await read(body, parts)).chapters.map(({ title }) => title);

  it('may have styles that are based on a heading style', async () => {
    const styles = style('Chapter', 'Chapter Title', '<w:basedOn w:val="Heading1"/>');
    expect(await titlesOf(styled('Chapter', 'Rain') + prose + styled('Chapter', 'Fog') + prose, { styles })).toEqual([
      'Rain',
      'Fog',
    ]);
  });

  it('may have only a level in the outline', async () => {
    const own = (text: string) => paragraph(run(text), '<w:outlineLvl w:val="0"/>');
    expect(await titlesOf(own('Rain') + prose + own('Fog') + prose)).toEqual(['Rain', 'Fog']);
  });

  it('include the numbers that Word displays', async () => {
    const numbering =
      '<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="Chapter %1"/></w:lvl></w:abstractNum><w:num w:numId="4"><w:abstractNumId w:val="0"/></w:num>';
    const numbered = (text: string) =>
      paragraph(run(text), '<w:pStyle w:val="Heading1"/><w:numPr><w:ilvl w:val="0"/><w:numId w:val="4"/></w:numPr>');
    expect(await titlesOf(numbered('Rain') + prose + numbered('Fog') + prose, { numbering })).toEqual([
      'Chapter 1: Rain',
      'Chapter 2: Fog',
    ]);
  });
});

describe('the styles of a Word document', () => {
  it('set the italics, small caps, strike-through, alignment and indent of the text', async () => {
    const styles =
      style('Thought', 'Thought', '<w:rPr><w:i/></w:rPr>', 'character') +
      style('Name', 'Name', '<w:rPr><w:smallCaps/></w:rPr>', 'character') +
      style('Letter', 'Letter', '<w:pPr><w:ind w:left="720"/></w:pPr><w:rPr><w:i/></w:rPr>') +
      style('Middle', 'Middle', '<w:pPr><w:jc w:val="center"/></w:pPr>');
    const text = paragraph(
      run('why', '<w:rStyle w:val="Thought"/>') + run('Bo', '<w:rStyle w:val="Name"/>') + run('no', '<w:dstrike/>'),
    );
    expect(await htmlOf(prose + text + styled('Letter', 'Dear Bo') + styled('Middle', 'End'), { styles })).toContain(
      '<p><em>why</em><span class="text-small-caps">Bo</span><s>no</s></p><p class="text-indent-3"><em>Dear Bo</em></p><p class="text-center">End</p>',
    );
  });

  it('can be overridden by the run', async () => {
    const styles = style('Letter', 'Letter', '<w:rPr><w:i/></w:rPr>');
    const mixed = paragraph(run('Dear ', '<w:i w:val="0"/>') + run('Bo'), '<w:pStyle w:val="Letter"/>');
    expect(await htmlOf(prose + mixed, { styles })).toContain('<p>Dear <em>Bo</em></p>');
  });
});

describe('the text of a Word document', () => {
  it('does not include hidden text, which the report names', async () => {
    const hidden = paragraph(run('Seen.') + run('Secret.', '<w:vanish/>')) + paragraph(run('Gone.', '<w:vanish/>'));
    const { chapters, leftOut } = await read(
      heading('Rain') + hidden + paragraph(run('Here.', '<w:vanish w:val="0"/>')),
    );
    expect(chapters[0]?.html).toBe('<p>Seen.</p><p>Here.</p>');
    expect(leftOut).toEqual([{ what: 'Hidden text', count: 2, sample: 'Secret.' }]);
  });

  it('keeps readings as ruby', async () => {
    const ruby = `<w:r><w:ruby><w:rubyPr/><w:rt>${run('かんじ')}</w:rt><w:rubyBase>${run('漢字')}</w:rubyBase></w:ruby></w:r>`;
    expect(await htmlOf(paragraph(ruby + run('を')))).toContain('<p><ruby>漢字<rt>かんじ</rt></ruby>を</p>');
  });

  it.each([
    ['fields', `<w:fldSimple w:instr="REF a">${run('Bo')}</w:fldSimple>`, 'Bo'],
    ['directional containers', `<w:dir w:val="rtl"><w:bdo w:val="rtl">${run('Bo')}</w:bdo></w:dir>`, 'Bo'],
    ['formulas', '<m:oMathPara><m:oMath><m:r><m:t>x=2</m:t></m:r></m:oMath></m:oMathPara>', 'x=2'],
    ['line breaks', '<w:r><w:t>a</w:t><w:cr/><w:t>b</w:t></w:r>', 'a<br />b'],
  ])('keeps the text of %s', async (_name, inner, html) => {
    expect(await htmlOf(paragraph(inner))).toContain(`<p>${html}</p>`);
  });

  it('keeps the text of a text box once, with or without its older form', async () => {
    const box = `<w:txbxContent>${paragraph(run('Boxed'))}</w:txbxContent>`;
    const drawing = `<mc:Choice Requires="wps"><w:drawing><wp:inline><wps:wsp><wps:txbx>${box}</wps:txbx></wps:wsp></wp:inline></w:drawing></mc:Choice>`;
    const older = `<mc:Fallback><w:pict><v:shape><v:textbox>${box}</v:textbox></v:shape></w:pict></mc:Fallback>`;
    for (const inner of [drawing, drawing + older]) {
      const html = await htmlOf(
        paragraph(`${run('One.')}<w:r><mc:AlternateContent>${inner}</mc:AlternateContent></w:r>`),
      );
      expect(html).toBe('<p>One.</p><p>Boxed</p>');
    }
  });

  it('has rules for lines between scenes', async () => {
    const line = '<w:r><w:pict><v:rect o:hr="t"/></w:pict></w:r>';
    const border = paragraph('', '<w:pBdr><w:bottom w:val="single"/></w:pBdr>');
    expect(await htmlOf(prose + paragraph(line) + prose + border + prose)).toMatch(
      /^<p>[^<]+<\/p><hr \/><p>[^<]+<\/p><hr \/><p>[^<]+<\/p>$/,
    );
  });

  it('is read from a main part with another name, as Microsoft 365 creates it', async () => {
    expect((await read(heading('Rain') + prose, { main: 'document2.xml' })).chapters).toHaveLength(1);
  });

  it('has references to notes that are superscript once', async () => {
    const reference = '<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:footnoteReference w:id="2"/></w:r>';
    const footnotes = `<w:footnote w:id="2">${paragraph(run('A note.'))}</w:footnote>`;
    const html = await htmlOf(paragraph(run('Bo') + reference), { footnotes });
    expect(html).toMatch(/Bo<sup><a class="text-note-ref"[^>]+>\[1\]<\/a><\/sup>/);
  });
});
