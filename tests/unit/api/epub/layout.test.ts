import { describe, expect, it } from 'vitest';
import { readEpub } from '#src/api/epub/index.ts';
import { lengthOf } from '#src/api/epub/layout/length.ts';
import { createBudget, selectorsOf, TooMuchStyleError } from '#src/api/epub/layout/selectors.ts';
import { makeElement } from '#src/api/epub/tree.ts';
import { item, makeEpub, PNG, prose } from './make-epub.ts';

async function htmlWith(css: string, body: string): Promise<string> {
  const document = `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"
    xmlns:epub="http://www.idpf.org/2007/ops"><head><title>x</title>
    <link rel="stylesheet" href="css/book.css"/></head><body><h2>I</h2>${prose()}${body}</body></html>`;
  const files = { 'OEBPS/css/book.css': css };
  const { chapters } = await readEpub(makeEpub({ documents: { 'a.xhtml': document }, files }));
  return chapters[0]?.html.replace(/^<p>lamp0[^<]*<\/p>\s*/, '') ?? '';
}

describe('the layout of EPUB text', () => {
  it('keeps lines of verse and their indents', async () => {
    const css = `@namespace epub "http://www.idpf.org/2007/ops";
      p { text-indent: 1em } [epub|type~="z3998:verse"] p { text-indent: 0 }
      [epub|type~="z3998:verse"] p > span { display: block; padding-left: 1em; text-indent: -1em }
      [epub|type~="z3998:verse"] p > span.i2 { padding-left: 3em }`;
    const verse = '<p><span>One</span><br/><span class="i2">two</span></p>';
    expect(await htmlWith(css, `<blockquote epub:type="z3998:verse">${verse}</blockquote>`)).toBe(
      '<blockquote><p class="text-verse"><span class="text-line">One</span><br />' +
        '<span class="text-line text-indent-2">two</span></p></blockquote>',
    );
  });

  it("keeps lines of verse that are block elements, with the poem's margin", async () => {
    const css = '.poem { margin-left: 10% } .poem span { display: block } .poem .i4 { margin-left: 4em }';
    const html = await htmlWith(css, '<div class="poem"><span>One<br/></span><span class="i4">two</span></div>');
    expect(html).toBe(
      '<p class="text-indent-3"><span class="text-line">One<br /></span>' +
        '<span class="text-line text-indent-4">two</span></p>',
    );
  });

  it('keeps the alignment of lines, even from an attribute or container that is removed', async () => {
    const css = 'section.tablet { text-align: center } .tablet .by { text-align: right } p.l { text-align: left }';
    const body = `<section class="tablet"><p>Here lies</p><p class="by">her sister</p><p class="l">1851</p></section>
      <p align="center">*</p><p style="text-align: right !important">Yours, Ann</p><center>The end</center>`;
    expect(await htmlWith(css, body)).toBe(
      `<p class="text-center">Here lies</p><p class="text-end">her sister</p><p>1851</p>
<p class="text-center">*</p><p class="text-end">Yours, Ann</p><p class="text-center">The end</p>`,
    );
  });

  it('keeps the font sizes and indents of lines, and adds no space between lines without margins', async () => {
    const css = `p { margin: 0 } .tail p { font-size: 0.85em; margin-left: 2em } .tail p.b { font-size: 70%; margin-left: 10em }
      .tail p.c { font-size: x-large; margin-left: 16px } .tail p.d { font-size: 1em; margin: 0 }`;
    const tail = `<div class="tail"><p class="d">So</p><p>Fury said</p><p class="b">to a mouse</p><p class="c">that he met</p><p class="d">in</p></div>${prose()}`;
    expect((await htmlWith(css, tail)).replace(/<p>lamp.*/s, '').replaceAll(/\n/g, '')).toBe(
      '<p class="text-verse">So</p><p class="text-small text-indent-2 text-close">Fury said</p>' +
        '<p class="text-smaller text-indent-7 text-close">to a mouse</p>' +
        '<p class="text-large text-indent-1 text-close">that he met</p><p class="text-close">in</p>',
    );
  });

  it('treats the most frequent font size as the normal size, and ignores the size of initials', async () => {
    const css = '.text { font-size: 0.85em } .drop { float: left; font-size: 3em } .less { font-size: 0.8em }';
    const body = `<div class="text">${prose(60)}<p><span class="drop">A</span>nd</p><p>so <span class="less">on</span></p></div>`;
    const html = await htmlWith(css, body);
    expect(html.match(/class="[^"]+"/g)).toEqual(['class="text-small"']);
    expect(html).toContain('so <span class="text-small">on</span>');
  });

  it('keeps right and left alignment in a right-to-left book', async () => {
    const metadata = (language: string) =>
      `<dc:identifier id="uid">x</dc:identifier><dc:title>T</dc:title><dc:language>${language}</dc:language>`;
    const body =
      '<p class="r">one</p><p class="l">two</p><p class="r" dir="ltr">three</p><p style="text-align:end">four</p>';
    const document = `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title>
      <style>.r { text-align: right } .l { text-align: left }</style></head><body dir="rtl">${body}</body></html>`;
    const htmlIn = async (language: string) => {
      const nav = item('a.xhtml', 'Ford');
      const book = await readEpub(makeEpub({ documents: { 'a.xhtml': document }, nav, metadata: metadata(language) }));
      return book.chapters[0]?.html;
    };
    expect(await htmlIn('he')).toBe(
      '<p>one</p><p class="text-end">two</p><p dir="ltr" class="text-end">three</p><p class="text-end">four</p>',
    );
    // The pages of an English book are left-to-right, so each block gets the direction of the EPUB's body.
    expect(await htmlIn('en')).toMatch(/^<p dir="rtl">one<\/p><p dir="rtl" class="text-end">two<\/p>/);
  });

  it.each(['text-emphasis: filled sesame red', '-epub-text-emphasis-style: "●"', '-webkit-text-emphasis: dot'])(
    'keeps emphasis marks: %s',
    async (declaration) => {
      const document = `<?xml version="1.0"?><html><head><style>.e { ${declaration} } .n { text-emphasis: none }</style></head>
        <body><p>a<span class="e">b<span class="n">c</span></span></p>${prose()}</body></html>`;
      const book = await readEpub(makeEpub({ documents: { 'a.xhtml': document }, nav: item('a.xhtml', 'Ford') }));
      expect(book.chapters[0]?.html).toContain('a<span class="text-emphasis">bc</span>');
    },
  );

  it.each([
    ['<ol type="a"><li>x</li></ol>', 'text-list-lower-alpha'],
    ['<ol type="A"><li>x</li></ol>', 'text-list-upper-alpha'],
    ['<ol type="i"><li>x</li></ol>', 'text-list-lower-roman'],
    ['<ol type="I"><li>x</li></ol>', 'text-list-upper-roman'],
    ['<ol><li type="I">x</li></ol>', 'text-list-upper-roman'],
    ['<ol class="latin"><li>x</li></ol>', 'text-list-lower-alpha'],
    ['<ul class="none"><li>x</li></ul>', 'text-list-none'],
    ['<ol style="list-style-type:none"><li>x</li></ol>', 'text-list-none'],
    ['<ul style="list-style: square none"><li>x</li></ul>', undefined],
    ['<ol type="1"><li>x</li></ol>', undefined],
    ['<ol type="a" style="list-style: decimal"><li>x</li></ol>', undefined],
    ['<ul><li>x</li></ul>', undefined],
  ])('keeps the list markers of %s', async (list, expected) => {
    const html = await htmlWith('.latin { list-style: lower-latin inside } .none { list-style: none }', list);
    expect(/<[ou]l[^>]*?class="([^"]+)"/.exec(html)?.[1]).toBe(expected);
  });

  it('keeps images within a line of text, and adds the letter of a pictured initial as hidden text', async () => {
    const htmlOf = async (body: string) => {
      const files = { 'OEBPS/w.png': PNG };
      const book = await readEpub(makeEpub({ documents: { 'a.xhtml': `<h2>I</h2>${prose()}${body}` }, files }));
      return (book.chapters[0]?.html ?? '').replace(/^<p>lamp0[^<]*<\/p>\s*/, '').replaceAll(/epub-image:\w+/g, 'w');
    };
    const w = '<img src="w.png" alt="W"/>';
    const initial = '<img src="w" alt="" class="text-inline" /><span class="text-unseen">W</span>';
    expect(await htmlOf(`<p>${w}hen it rained.</p>`)).toBe(`<p>${initial}hen it rained.</p>`);
    expect(await htmlOf(`<p>“<span class="drop">${w}</span><b>hen</b>”</p>`)).toBe(`<p>“${initial}<b>hen</b>”</p>`);
    expect(await htmlOf(`<p>\n  ${w.replace('"W"', '"I"')} was there.</p>`)).toContain('>I</span> was there.');
    expect(await htmlOf(`<p>The sign ${w} is old.</p>`)).toBe(
      '<p>The sign <img src="w" alt="W" class="text-inline" /> is old.</p>',
    );
    expect(await htmlOf(`<p>${w}</p>`)).toBe('<p><img src="w" alt="W" /></p>');
    expect(await htmlOf(`<p>${w}<br/>The mill</p>`)).toBe('<p><img src="w" alt="W" /><br />The mill</p>');
    expect(await htmlOf(`<div>${w}<p>The mill</p></div>`)).toBe('<p><img src="w" alt="W" /></p><p>The mill</p>');
    expect(await htmlOf('<p><img src="lost.png" alt="W"/>hen</p>')).toBe('<p>When</p>');
  });

  it('does not keep the spacing of ordinary paragraphs', async () => {
    expect(await htmlWith('p { margin: 0 }', '<p>One.</p><p>Two.</p>')).toBe('<p>One.</p><p>Two.</p>');
  });

  it('keeps text styles that are defined only in style sheets', async () => {
    const css = `.sc { font-variant: small-caps } .it { font: italic 1em serif } i i { font-style: normal }
      b { font-weight: normal; font-variant: small-caps } .up { text-transform: uppercase }`;
    const body =
      '<p><span class="sc">Ann</span> <span class="it">so</span> <i>a <i>b</i></i> <b>c</b> <span class="up">d</span></p>';
    expect(await htmlWith(css, body)).toBe(
      '<p><span class="text-small-caps">Ann</span> <span class="text-italic">so</span> ' +
        '<i>a <i class="text-upright">b</i></i> <b class="text-small-caps text-regular">c</b> ' +
        '<span class="text-uppercase">d</span></p>',
    );
  });

  it('ignores margins and indents that all paragraphs have', async () => {
    const css = 'body { margin: 5% } div.text { margin: 0 10% } p { text-indent: 1.5em }';
    expect(await htmlWith(css, `<div class="text">${prose(60)}${prose(60)}</div>`)).not.toContain('class');
  });

  it('keeps preformatted white space, block quotes without margins, and space above paragraphs', async () => {
    const css = '.tail { white-space: pre-wrap } blockquote { margin: 0 } .gap { margin-top: 2em }';
    const body = '<p class="tail">Fury\n    said</p><blockquote><p>Dear Ann</p></blockquote><p class="gap">x</p>';
    expect(await htmlWith(css, body)).toBe(
      '<p class="text-pre">Fury\n    said</p><blockquote class="text-flush"><p>Dear Ann</p></blockquote>' +
        '<p class="text-space">x</p>',
    );
  });

  it('parses a style sheet up to its first error, and ignores rules for dark mode or specific devices', async () => {
    const css = `p.a { text-align: center } @media (prefers-color-scheme: dark) { p.b { text-align: center } }
      @media amzn-kf8 { p.b { text-align: center } } p.c::before { content: "x" } p.d { text-align: right }
      } p.e {{ text-align`;
    const line = (name: string) => `<p class="${name}">${name}</p>`;
    expect(await htmlWith(css, ['a', 'b', 'c'].map(line).join(''))).toBe(
      '<p class="text-center">a</p><p>b</p><p>c</p>',
    );
  });

  it('ignores class names of the book that equal our layout classes', async () => {
    expect(await htmlWith('', '<p class="text-center hero">x</p>')).toBe('<p>x</p>');
  });

  it('rejects style sheets that take too long to match', () => {
    const [selector] = selectorsOf('main div div p', createBudget(5));
    let element = makeElement('p');
    const leaf = element;
    for (let depth = 0; depth < 20; depth += 1) {
      const parent = makeElement('div');
      parent.childNodes = [element];
      element.parentNode = parent;
      element = parent;
    }
    expect(() => selector?.matches(leaf)).toThrow(TooMuchStyleError);
  });
});

it.each([
  ['2em', 2],
  ['-1.5em', -1.5],
  ['16px', 1],
  ['12pt', 1],
  ['10%', 3],
  ['0', 0],
  ['auto', undefined],
  ['5', undefined],
])('the length %s is converted to em', (value, length) => {
  expect(lengthOf(value)).toBe(length);
});

it.each([
  ['2em', 1],
  ['16px', 1],
])("the length %s in half-size text equals %s em in the document's text size", (value, length) => {
  expect(lengthOf(value, 0.5)).toBe(length);
});
