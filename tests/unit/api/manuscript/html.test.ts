import { describe, expect, it } from 'vitest';
import { readManuscript } from '#src/api/manuscript/index.ts';

const read = (text: string) => readManuscript(new TextEncoder().encode(text), 'raft.html');
const page = (body: string, head = '', lang = 'en') =>
  `<html lang="${lang}"><head>${head}</head><body>${body}</body></html>`;
const htmlOf = (text: string) => read(text).chapters.map(({ html }) => html.replaceAll('\n', ''));

describe('the import of an HTML page from Google Docs', () => {
  const text = page(
    `<p class="title"><span>The Raft</span></p><p class="subtitle"><span>by Mara Lind</span></p>
     <h1 id="h.1"><span>Chapter 1</span></h1><p><span>It was </span><span class="c0">dark</span><span class="c1"> and </span><span class="c2">loud</span><span>.</span><sup><a href="#ftnt1" id="ftnt_ref1">[1]</a></sup></p>
     <p><span></span></p><p class="c3"><span>***</span></p><p><a href="https://www.google.com/url?q=https://example.com/&amp;sa=D">link</a> <a href="#h.2">on</a></p><hr style="page-break-before:always;display:none;">
     <h1 id="h.2"><span>Chapter 2</span></h1><p><span>Second.</span><sup><a href="#ftnt2" id="ftnt_ref2">[2]</a></sup></p>
     <div><p><a href="#ftnt_ref1" id="ftnt1">[1]</a><span>&nbsp;First note.</span></p><p>More.</p></div><div><p><a href="#ftnt_ref2" id="ftnt2">[2]</a><span> Second note.</span></p></div>`,
    '<style>.c0{font-style:italic}.c1{font-weight:700}.c2{font-variant:small-caps}.c3{text-align:center}</style>',
  );

  it('takes the metadata from the title page, and keeps the text styles that CSS classes define', () => {
    expect(read(text)).toMatchObject({ title: 'The Raft', authors: ['Mara Lind'] });
    expect(htmlOf(text)[0]).toContain(
      'It was <span class="text-italic">dark</span><span class="text-bold"> and </span><span class="text-small-caps">loud</span>.',
    );
  });

  it('keeps scene breaks, links to other sites and chapters, and each note in its chapter', () => {
    const [one, two] = htmlOf(text);
    expect(one).toContain('<sup><a class="text-note-ref" href="#b-0-ftnt1" id="b-0-ftnt_ref1">[1]</a></sup>');
    expect(one).toMatch(
      /<aside class="text-note"><p><a class="text-note-back" href="#b-0-ftnt_ref1" id="b-0-ftnt1">\[1\]<\/a>.First note.<\/p><p>More.<\/p><\/aside>$/,
    );
    expect(one).toContain('<hr /><p><a href="https://example.com/" rel="nofollow noopener external">link</a>');
    expect(one).toContain('<a href="epub-chapter:1">on</a>');
    expect(two).toMatch(/^<p>Second.*Second note\.<\/p><\/aside>$/);
  });
});

describe('the import of an HTML page from Word', () => {
  const text = page(
    `<div class=WordSection1><p class=MsoTitle>The Raft</p><p class=MsoToc1><a href="#_Toc1">Chapter 1 ... 3</a></p>
     <h1><a name="_Toc1">Chapter 1<o:p></o:p></a></h1><p class=MsoNormal>It was<a style='mso-footnote-id:ftn1' href="#_ftn1" name="_ftnref1"><span class=MsoFootnoteReference><![if !supportFootnotes]>[1]<![endif]></span></a>
     <span style='font-style:italic'>dark</span> <span class=Sc>Caps</span>.<span style='mso-hide:all'>hidden</span></p><p class=MsoNormal>A<o:p></o:p></p><p class=MsoNormal><o:p>&nbsp;</o:p></p><p class=MsoNormal>B</p><p class=MsoNormal>C</p><p class=MsoNormal>D</p>
     <h1>Chapter 2</h1><p class=MsoNormal>Second.</p></div><div style='mso-element:footnote-list'><br clear=all><hr width="33%"><div style='mso-element:footnote' id=ftn1><p class=MsoFootnoteText><a href="#_ftnref1" name="_ftn1">[1]</a> A note.</p></div></div>`,
    '<title>Document1</title><!--[if gte mso 9]><xml><o:Author>Mara Lind</o:Author></xml><![endif]--><style><!-- .Sc {font-variant:small-caps} --></style>',
    'EN-GB',
  );

  it('takes the title and the author that Word put into the page', () => {
    expect(read(text)).toMatchObject({ title: 'The Raft', authors: ['Mara Lind'], language: 'en-GB' });
  });

  it('keeps notes, text styles and gaps between paragraphs, and omits the table of contents and hidden text', () => {
    const [one, two] = htmlOf(text);
    expect(one).toMatch(
      /^<p>It was<sup><a class="text-note-ref" href="#b-0-_ftn1" id="b-0-_ftnref1">\[1\]<\/a><\/sup><span class="text-italic">dark/,
    );
    expect(one).toContain('<span class="text-small-caps">Caps</span>.</p><p>A</p><p class="text-space">B</p><p>C</p>');
    expect(one).toMatch(
      /<p>D<\/p> *<aside class="text-note"><p><a class="text-note-back" href="#b-0-_ftnref1" id="b-0-_ftn1">\[1\]<\/a> A note.<\/p><\/aside>$/,
    );
    expect(two).toBe('<p>Second.</p>');
  });

  it('omits empty paragraphs if there is an empty paragraph between any two other paragraphs', () => {
    const text = page('<p>A</p><p>&nbsp;</p><p>B</p><p>&nbsp;</p><p>C</p>');
    expect(htmlOf(text)).toEqual(['<p>A</p><p>B</p><p>C</p>']);
  });
});

describe('notes in an imported HTML page', () => {
  const note = (text: string) => htmlOf(page(text, '<title>Raft</title>'));

  it('keep their paragraphs, with a space after the label, if LibreOffice created them', () => {
    const [one, two] = note(
      `<h1>One</h1><p>A<a class="sdfootnoteanc" name="sdfootnote1anc" href="#sdfootnote1sym"><sup>1</sup></a> <font face="Arial"><i>b</i></font></p><h1>Two</h1><p>B</p>
       <div id="sdfootnote1"><p><a class="sdfootnotesym" name="sdfootnote1sym" href="#sdfootnote1anc">1</a>Note.</p><p>More.</p></div>`,
    );
    expect(one).toBe(
      '<p>A<a class="text-note-ref" href="#b-0-sdfootnote1sym" id="b-0-sdfootnote1anc"><sup>1</sup></a> <i>b</i></p>' +
        '<aside class="text-note"><p><a class="text-note-back" href="#b-0-sdfootnote1anc" id="b-0-sdfootnote1sym">1</a> Note.</p><p>More.</p></aside>',
    );
    expect(two).toBe('<p>B</p>');
  });

  it('get their number at the start and lose the arrow at the end if Pandoc or GitHub created them', () => {
    const [one] = note(
      `<h1>One</h1><p>A<a href="#fn1" id="fnref1"><sup>1</sup></a></p><h1>Two</h1><p>B</p><section class="footnotes"><hr><ol>
       <li id="fn1"><p>Note.</p><p>More.<a href="#fnref1">↩︎</a></p></li></ol></section>`,
    );
    expect(one).toContain(
      '<aside class="text-note" id="b-0-fn1"><p><a class="text-note-back" href="#b-0-fnref1">1</a> Note.</p><p>More.</p></aside>',
    );
  });

  it('are recognised as paragraphs of a separate chapter, as Calibre creates them', () => {
    const chapters = note(
      `<h2 id="a">Chapter 1</h2><p>A<a id="r1" href="#n1"><sup>1</sup></a> <a href="#b">on</a></p><h2 id="b">Chapter 2</h2><p>B<sup id="r2"><a href="#n2">2</a></sup></p>
       <h2>Notes</h2><p id="n1"><a href="#r1">1</a>. First.</p><p><a id="n2"></a><a href="#r2">2.</a> Second.</p>`,
    );
    expect(chapters).toHaveLength(2);
    expect(chapters[0]).toContain('<a href="epub-chapter:1">on</a></p>');
    expect(chapters[0]).toContain(
      '<p class="text-note" id="b-0-n1"><a class="text-note-back" href="#b-0-r1">1</a>. First.</p>',
    );
    expect(chapters[1]).toMatch(/href="#b-0-n2".*id="b-0-n2".*href="#b-0-r2">2\.<\/a> Second\./);
  });

  it('are recognised without links back, also in a separate chapter', () => {
    const [one, two, notes] = note(
      `<h2>Chapter 1</h2><p>The weir<a href="#a">*</a> was old.</p><h2>Chapter 2</h2><p>The ford<a href="#n1">1</a> was deep.</p><p id="a">* A dam.</p>
       <h2>Notes</h2><ol><li id="n1">A shallow place.</li></ol>`,
    );
    expect(one).toContain('weir<sup><a href="epub-chapter:1#b-0-a" class="text-note-ref" id="b-0-a-ref">*</a></sup>');
    expect(two).toContain('A dam. <a class="text-note-back" href="epub-chapter:0#b-0-a-ref">');
    expect(two).toContain('ford<sup><a href="epub-chapter:2#b-0-n1" class="text-note-ref" id="b-0-n1-ref">1</a></sup>');
    expect(notes).toMatch(
      /<li id="b-0-n1">A shallow place\. <a class="text-note-back" href="epub-chapter:1#b-0-n1-ref">/,
    );
  });

  it('do not include a table of contents, even if the headings link back to its entries', () => {
    const [first, one] = note(
      '<p id="c"><a id="c1" href="#one">1</a> <a href="#two">2</a></p><h2 id="one"><a href="#c1">1</a></h2><p>A</p><h2 id="two">2</h2><p>B</p>',
    );
    expect(first).toBe('<p><a href="epub-chapter:1" id="b-0-c1">1</a> <a href="epub-chapter:2">2</a></p>');
    expect(one).toBe('<p>A</p>');
  });
});

describe('text styles of an imported HTML page', () => {
  const classOf = (declarations: string, text = 'Ann') =>
    htmlOf(
      page(`<h1>One</h1><p>See <span class="k">${text}</span> go.</p>`, `<style>.k { ${declarations} }</style>`),
    )[0]?.replace(/^<p>See (.*) go\.<\/p>$/, '$1');
  const inline = (declarations: string) =>
    htmlOf(page(`<h1>One</h1><p>See <span style="${declarations}">Ann</span> go.</p>`))[0]?.replace(
      /^<p>See (.*) go\.<\/p>$/,
      '$1',
    );

  it.each([
    // Google Docs
    ['color:#000000;font-weight:400;text-decoration:line-through;vertical-align:baseline', '<s>Ann</s>'],
    ['text-decoration:none;vertical-align:super;font-size:11pt', '<sup>Ann</sup>'],
    ['text-decoration:none;vertical-align:sub', '<sub>Ann</sub>'],
    ['text-decoration:line-through;vertical-align:super', '<s><sup>Ann</sup></s>'],
    ['-webkit-text-decoration-skip:none;text-decoration:underline', '<span class="text-italic">Ann</span>'],
    ['font-weight:700;font-style:italic', '<span class="text-italic text-bold">Ann</span>'],
    // Word
    ['text-decoration:line-through underline', '<span class="text-italic"><s>Ann</s></span>'],
    ['font-variant:small-caps', '<span class="text-small-caps">Ann</span>'],
    ['text-transform:uppercase', '<span class="text-uppercase">Ann</span>'],
    ['font-size:7.0pt;position:relative;top:-4.0pt;mso-text-raise:4.0pt', '<sup>Ann</sup>'],
    ['font-size:7.0pt;position:relative;top:3.0pt;mso-text-raise:-3.0pt', '<sub>Ann</sub>'],
    // LibreOffice and Calibre
    ['text-decoration-line: line-through', '<s>Ann</s>'],
    ['font-variant-position: super', '<sup>Ann</sup>'],
    ['font-variant-caps: all-small-caps', '<span class="text-small-caps">Ann</span>'],
    ['font-size: 0.7em; vertical-align: 4pt', '<sup>Ann</sup>'],
    ['font-size: 0.7em; vertical-align: -20%', '<sub>Ann</sub>'],
    ['font-size: smaller; vertical-align: text-top', '<sup>Ann</sup>'],
    ['font-weight: bolder', '<span class="text-bold">Ann</span>'],
    // Without a visible difference
    ['vertical-align: baseline; text-decoration: none; font-weight: 400; font-style: normal', 'Ann'],
    ['vertical-align: top', 'Ann'],
    ['position: relative; top: -4pt', 'Ann'],
  ])('are kept from classes and style attributes: %s', (declarations, expected) => {
    expect(classOf(declarations)).toBe(expected);
    expect(inline(declarations)).toBe(expected);
  });

  it.each([
    ['text-decoration: line-through', '<b>Ann</b> Sorel', '<s><b>Ann</b> Sorel</s>'],
    ['text-decoration: line-through', '<s>Ann</s>', '<s>Ann</s>'],
    ['text-decoration: line-through', '<del>Ann</del>', '<s>Ann</s>'],
    ['vertical-align: super', '<sup>Ann</sup>', '<sup>Ann</sup>'],
    ['text-decoration: underline', '<a href="https://a.example/">Ann</a>', undefined],
    ['vertical-align: super', ' ', ' '],
  ])('are not doubled: %s around %s', (declarations, text, expected) => {
    const html = classOf(declarations, text);
    if (expected !== undefined) expect(html).toContain(expected);
    expect(html).not.toMatch(/(?:<s>.*<s>)|(?:<sup>.*<sup>)|text-italic/);
  });

  it.each([
    ['text-align: center', 'class="text-center"'],
    ['text-align: right', 'class="text-end"'],
    ['text-align: end', 'class="text-end"'],
    ['text-align: -webkit-center', 'class="text-center"'],
    ['text-align: -moz-center', 'class="text-center"'],
    ['text-align: -webkit-right', 'class="text-end"'],
  ])('include the alignment of paragraphs: %s', (declarations, expected) => {
    const [html] = htmlOf(page(`<h1>One</h1><p class="k">Ann</p><p>Go.</p>`, `<style>.k { ${declarations} }</style>`));
    expect(html).toBe(`<p ${expected}>Ann</p><p>Go.</p>`);
  });

  it('include the strike-through of text between the blocks of a container', () => {
    const [html] = htmlOf(
      page(
        '<h1>One</h1><div class="k">Ann <b>so</b> far<p>Bo</p>Di</div><p>Eve</p>',
        '<style>.k { text-decoration: line-through }</style>',
      ),
    );
    expect(html).toBe('<p><s>Ann </s><b><s>so</s></b><s> far</s></p><p><s>Bo</s></p><p><s>Di</s></p><p>Eve</p>');
  });

  it('include the strike-through of paragraphs, containers and list items', () => {
    const [html] = htmlOf(
      page(
        '<h1>One</h1><p class="k">Ann <i>so</i></p><div class="k"><p>Bo</p></div><ul><li class="k"><p>Di</p></li></ul>',
        '<style>.k { text-decoration: line-through }</style>',
      ),
    );
    expect(html).toBe('<p><s>Ann <i>so</i></s></p><p><s>Bo</s></p><ul><li><p><s>Di</s></p></li></ul>');
  });
});
