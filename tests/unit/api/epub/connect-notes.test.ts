import { describe, expect, it } from 'vitest';
import { readEpub } from '#src/api/epub/index.ts';
import { item, makeEpub, prose } from './make-epub.ts';

const ARROW = '↩\uFE0E';

async function htmlOf(documents: Record<string, string>) {
  const nav = Object.keys(documents)
    .map((name) => item(name, name.replace('.xhtml', '')))
    .join('');
  return (await readEpub(makeEpub({ documents, nav }))).chapters.map(({ html }) => html);
}

describe('the code that links references and notes in an EPUB', () => {
  it('adds a missing link back from a note to its first reference', async () => {
    const [html = ''] = await htmlOf({
      'Ford.xhtml': `${prose()}<p>One<a epub:type="noteref" href="#n">1</a>, again<a epub:type="noteref" href="#n">1</a>.</p>
        <aside epub:type="footnote" id="n"><p>First.</p><p>Last.</p></aside>`,
    });
    expect(html).toContain(
      'One<sup><a class="text-note-ref" href="#b-0-n" id="b-0-n-ref">1</a></sup>, again<sup><a class',
    );
    expect(html).toContain(`<p>Last. <a class="text-note-back" href="#b-0-n-ref">${ARROW}</a></p></aside>`);
    expect(html.match(/text-note-back/g)).toHaveLength(1);
  });

  it('links references to notes in other chapters, and to notes that are paragraphs beginning with a label', async () => {
    const [ford = '', , notes = ''] = await htmlOf({
      'Ford.xhtml': `${prose()}<p>The river ran high that spring<a href="Notes.xhtml#n7">[7]</a>.</p>`,
      'Mill.xhtml': prose(),
      'Notes.xhtml': '<p id="n7">[7] A spring of rain.</p><p id="n8">[8] Unused.</p>',
    });
    expect(ford).toContain(
      'spring<sup><a href="epub-chapter:2#b-2-n7" class="text-note-ref" id="b-2-n7-ref">[7]</a></sup>.',
    );
    expect(notes).toContain(
      `<p id="b-2-n7">[7] A spring of rain. <a class="text-note-back" href="epub-chapter:0#b-2-n7-ref">${ARROW}</a></p>`,
    );
    expect(notes).toContain('<p>[8] Unused.</p>');
  });

  it('adds no second link back to a note, whatever the text of the first', async () => {
    const [html = ''] = await htmlOf({
      'Ford.xhtml': `${prose()}<p>One <a id="r" href="#n" epub:type="noteref">1</a> and <a id="q" href="#m" epub:type="noteref">2</a></p>
        <aside epub:type="footnote" id="n"><p>First, <a href="#r">back</a>.</p></aside><p id="m"><a href="#q">2</a> Second.</p>`,
    });
    expect(html).not.toContain(ARROW);
  });

  it('puts references into superscript', async () => {
    const [html = ''] = await htmlOf({
      'Ford.xhtml': `${prose()}<p>The ferry<a id="r" href="#n">9</a> was late.</p>
        <table><tr><td id="n"><a href="#r">9</a></td><td>In a row.</td></tr></table>`,
    });
    expect(html).toContain('ferry<sup><a href="#b-0-n" id="b-0-r" class="text-note-ref">9</a></sup> was');
  });

  it('treats a superscript number as a reference if it links forwards, but not if it links backwards', async () => {
    const [html = ''] = await htmlOf({
      'Ford.xhtml': `${prose()}<p id="t">The ferry was late<a href="#n"><sup>4</sup></a> that night.</p>
        <p id="n">Without a number, as <a href="#t"><sup>5</sup></a> says.</p>`,
    });
    expect(html).toContain('late<a href="#b-0-n" class="text-note-ref"><sup>4</sup></a>');
    expect(html).toContain('<p id="b-0-n">Without a number, as <a href="#b-0-t"><sup>5</sup></a> says.</p>');
  });

  it('recognises references in short paragraphs, and references to notes in a hidden section', async () => {
    const [html = ''] = await htmlOf({
      'Ford.xhtml': `<p>One<a href="#a"><sup>1</sup></a>, two<a href="#b"><sup>2</sup></a>, three.</p>${prose()}
        <section hidden="hidden"><p id="a">Of the ford.</p><p id="b">Of the mill.</p></section>`,
    });
    expect(html.match(/class="text-note-ref"/g)).toHaveLength(2);
    expect(html).toContain('Of the mill. <a class="text-note-back"');
  });

  it('does not treat a list of links as references', async () => {
    const [html = ''] = await htmlOf({
      'Ford.xhtml': `${prose()}<p><a href="#v1">1</a> <a href="#v2">2</a></p><p id="v1">1 In spring.</p><p id="v2">2 In autumn.</p>`,
    });
    expect(html).not.toMatch(/text-note|<sup>|↩/);
  });

  it('links labels such as [1] in a text without links to the paragraphs that begin with them', async () => {
    const [html = ''] = await htmlOf({
      'Ford.xhtml': `${prose()}<p>One[1] and <em>two [2]</em> and [1].</p><p>Three[*].</p>
        <p>[1] First.</p><p>[2] <i>Second</i>.</p><p>[*] Third.</p>`,
    });
    const note = (at: number, label: string, text: string) =>
      `<aside class="text-note" id="b-label-0-${at}"><p><a class="text-note-back" href="#b-label-0-${at}-ref">[${label}]</a> ${text}</p></aside>`;
    const marker = (at: number, label: string) =>
      `<sup><a id="b-label-0-${at}-ref" href="#b-label-0-${at}" class="text-note-ref">[${label}]</a></sup>`;
    expect(html).toContain(
      `<p>One${marker(1, '1')} and <em>two ${marker(2, '2')}</em> and [1].</p><p>Three${marker(3, '*')}.</p>`,
    );
    expect(html).toContain(note(1, '1', 'First.'));
    expect(html).toContain(note(2, '2', '<i>Second</i>.'));
    expect(html).toContain(note(3, '*', 'Third.'));
  });

  it('treats a paragraph that begins with a label as a note only if an earlier text contains the label', async () => {
    const [html = ''] = await htmlOf({
      'Ford.xhtml': `${prose()}<p>[1] He entered.</p><p>[2] She left, as [1] had.</p><p>See [3].</p>`,
    });
    expect(html).toContain('<p>[1] He entered.</p><p>[2] She left, as [1] had.</p><p>See [3].</p>');
  });
});

describe('a link to a note without a link back', () => {
  const SAME: [reference: string, note: string][] = [
    ['<a href="#n">*</a>', '<p id="n">* A low dam.</p>'],
    ['<a href="#n">*</a>', '<p id="n">*A low dam.</p>'],
    ['<a href="#n">*</a>', '<p id="n">A low dam.</p>'],
    ['<a href="#n">**</a>', '<p><a id="n"></a>** A low dam.</p>'],
    ['<a href="#n">[*]</a>', '<p><a name="n"></a>[*] A low dam.</p>'],
    ['<a href="#n">†</a>', '<div id="n"><p>A low dam.</p></div>'],
    ['<a href="#n">*</a>', '<hr/><p id="n"><sup>*</sup>A low dam.</p>'],
    ['<a href="#n">*</a>', '<a id="n"></a><p>* A low dam.</p>'],
    ['<a href="#n">＊</a>', '<p id="n">＊ A low dam.</p>'],
    ['<a href="#n">（注１）</a>', '<p id="n">（注１）A low dam.</p>'],
    ['<a href="#n">〔1〕</a>', '<p id="n">〔1〕A low dam.</p>'],
    ['<a href="#n">①</a>', '<p id="n">① A low dam.</p>'],
    ['<a href="#n">※1</a>', '<p id="n">※1 A low dam.</p>'],
    ['<a href="#n">¹</a>', '<p id="n">¹ A low dam.</p>'],
    ['<a href="#n">[Note 1]</a>', '<p id="n">[Note 1] A low dam.</p>'],
    ['[<a href="#n">1</a>]', '<h3 id="n">1</h3><p>A low dam.</p><h3>2</h3><p>Another.</p>'],
    ['<a href="#n">1</a>', '<ol><li id="n">A low dam.</li></ol>'],
  ];

  const OTHER: [reference: string, note: string][] = [
    ['<sup><a href="N.xhtml#n">1</a></sup>', '<ol><li id="n">A low dam.</li></ol>'],
    ['<a href="N.xhtml#n">1</a>', '<ol><li id="n"><p>A low dam.</p></li></ol>'],
    ['<a href="N.xhtml#n">2</a>', '<ol><li>First.</li><li><p id="n">A low dam.</p></li></ol>'],
    ['<a href="N.xhtml#n">7</a>', '<ol start="7"><li id="n">A low dam.</li></ol>'],
    ['<a href="N.xhtml#n">9</a>', '<ol><li value="9"><a id="n"></a>A low dam.</li></ol>'],
    ['<a href="N.xhtml#n">ii</a>', '<ol type="i"><li>First.</li><li id="n">A low dam.</li></ol>'],
    ['<a href="N.xhtml#n">b</a>', '<ol type="a"><li>First.</li><li id="n">A low dam.</li></ol>'],
    ['<a href="N.xhtml#n">*</a>', '<ul><li id="n">A low dam.</li></ul>'],
    ['<a href="N.xhtml#n">[1]</a>', '<div id="n"><h3>1</h3><p>A low dam.</p></div>'],
    ['<a href="N.xhtml#n">[1]</a>', '<p id="n">1</p><p>A low dam.</p><p>2</p><p>Another.</p>'],
  ];

  const text = (reference: string) => `${prose()}<p>The weir${reference} was old and wet.</p>${prose()}`;

  it.each(SAME)('becomes a reference to a note in the same file: %s in %s', async (reference, note) => {
    const [html = ''] = await htmlOf({ 'Ford.xhtml': text(reference) + note });
    expect(html).toMatch(/The weir\[?<sup><a [^>]*class="text-note-ref"/);
    expect(html).toMatch(
      new RegExp(`A low dam\\. <a class="text-note-back" href="#b-0-n-ref">${ARROW}</a></(?:p|li)>`),
    );
  });

  it.each(OTHER)('becomes a reference to a note in another file: %s in %s', async (reference, note) => {
    const [ford = '', notes = ''] = await htmlOf({ 'Ford.xhtml': text(reference), 'N.xhtml': note });
    expect(ford).toMatch(/The weir<sup><a [^>]*class="text-note-ref"/);
    expect(notes).toMatch(
      new RegExp(`A low dam\\. <a class="text-note-back" href="epub-chapter:0#b-1-n-ref">${ARROW}</a></(?:p|li)>`),
    );
  });

  it('joins a number above a note with the paragraphs below it, up to the next number', async () => {
    const [, notes = ''] = await htmlOf({
      'Ford.xhtml': text('<a href="N.xhtml#n">[1]</a>'),
      'N.xhtml': '<h3 id="n">1</h3><p>One.</p><blockquote><p>Two.</p></blockquote><h3>2</h3><p>Other.</p>',
    });
    expect(notes).toMatch(
      /^<aside class="text-note"><p id="b-1-n">1<\/p><p>One\.<\/p><blockquote>.*<\/blockquote><\/aside><h3>2<\/h3>/,
    );
  });

  it.each([
    [' of <a href="#n">1914</a>', '<p id="n">A low dam.</p>'],
    [', see step <a href="#n">1</a>', '<ol><li id="n">A low dam.</li></ol>'],
    [', see p.<a href="#n">1</a>', '<ol><li id="n">A low dam.</li></ol>'],
    ['<a href="#n">2</a>', '<ol><li id="n">A low dam.</li></ol>'],
    [', see <a href="#n">a</a> friend,', '<p id="n">A low dam.</p>'],
    [', see <a href="#n">I</a> say,', '<p id="n">I saw a dam.</p>'],
    [', see <a href="#n">1</a>,', `<h3 id="n">1</h3>${prose()}`],
    ['<a href="#n">[1]</a>', `<h3 id="n">1</h3>${prose().repeat(21)}`],
    ['<a href="#n">→</a>', '<p id="n">A low dam.</p>'],
  ])('remains a link if it may lead elsewhere: %s in %s', async (reference, target) => {
    const [html = ''] = await htmlOf({ 'Ford.xhtml': text(reference) + target });
    expect(html).not.toMatch(/text-note|↩/);
  });

  it('does not join the text below a note to the note if the text refers to the note', async () => {
    const [html = ''] = await htmlOf({
      'Ford.xhtml': `<p id="n">* A low dam.</p><p>The weir<a href="#n">*</a> was old.</p>${prose()}`,
    });
    expect(html).toContain(`<p id="b-0-n">* A low dam. <a class="text-note-back" href="#b-0-n-ref">${ARROW}</a></p>`);
    expect(html).not.toContain('<aside');
  });
});

describe('links back that the importer finds in notes', () => {
  it.each([
    ['[1]', '<p id="n"><a href="#r">[1]</a> A low dam.</p>', '<a href="#b-0-r" class="text-note-back">[1]</a> A'],
    ['1', '<p id="n"><a href="#r">1</a>. A low dam.</p>', '<a href="#b-0-r" class="text-note-back">1</a>. A'],
    ['1', '<p id="n"><a href="#r">1</a>A low dam.</p>', '<a href="#b-0-r" class="text-note-back">1</a>A'],
    ['[1]', '<ol><li id="n">A low dam. <a href="#r">↩</a></li></ol>', '<a href="#b-0-r" class="text-note-back">↩</a>'],
    [
      '1',
      '<dl><dt id="n">[<a href="#r">←1</a>]</dt><dd>A dam.</dd></dl>',
      '<dt>[<a href="#b-0-r" class="text-note-back">←1',
    ],
    [
      '1',
      '<table><tr><td id="n"><a href="#r">1</a></td><td>Dam.</td></tr></table>',
      '<td><a href="#b-0-r" class="text-note-back">',
    ],
  ])('get the class of links back: %s, %s', async (label, note, expected) => {
    const [html = ''] = await htmlOf({
      'Ford.xhtml': `${prose()}<p>The weir<a id="r" href="#n"><sup>${label}</sup></a> was old.</p>${prose()}${note}`,
    });
    expect(html).toContain(expected);
  });
});
