import { describe, expect, it } from 'vitest';
import { readEpub } from '#src/api/epub/index.ts';
import { lengthOf } from '#src/api/epub/layout/look.ts';
import { createBudget, selectorsOf, TooMuchStyleError } from '#src/api/epub/layout/selectors.ts';
import { makeElement } from '#src/api/epub/tree.ts';
import { makeEpub, prose } from './make-epub.ts';

async function htmlWith(css: string, body: string): Promise<string> {
  const document = `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"
    xmlns:epub="http://www.idpf.org/2007/ops"><head><title>x</title>
    <link rel="stylesheet" href="css/book.css"/></head><body><h2>I</h2>${prose()}${body}</body></html>`;
  const files = { 'OEBPS/css/book.css': css };
  const { chapters } = await readEpub(makeEpub({ documents: { 'a.xhtml': document }, files }));
  return chapters[0]?.html.replace(/^<p>lamp0[^<]*<\/p>\s*/, '') ?? '';
}

describe('layout', () => {
  it('keeps the lines of verse and how far each is set in', async () => {
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

  it('keeps lines of verse that stand in boxes alone, with the margin of the poem', async () => {
    const css = '.poem { margin-left: 10% } .poem span { display: block } .poem .i4 { margin-left: 4em }';
    const html = await htmlWith(css, '<div class="poem"><span>One<br/></span><span class="i4">two</span></div>');
    expect(html).toBe(
      '<p class="text-indent-3"><span class="text-line">One<br /></span>' +
        '<span class="text-line text-indent-4">two</span></p>',
    );
  });

  it('keeps centred and right-aligned lines, also by attributes and through boxes that vanish', async () => {
    const css = 'section.tablet { text-align: center } .tablet .by { text-align: right } p.l { text-align: left }';
    const body = `<section class="tablet"><p>Here lies</p><p class="by">her sister</p><p class="l">1851</p></section>
      <p align="center">*</p><p style="text-align: right !important">Yours, Ann</p><center>The end</center>`;
    expect(await htmlWith(css, body)).toBe(
      `<p class="text-center">Here lies</p><p class="text-end">her sister</p><p>1851</p>
<p class="text-center">*</p><p class="text-end">Yours, Ann</p><p class="text-center">The end</p>`,
    );
  });

  it('keeps lines that shrink and wander, close to each other, with margins in the size of the letters', async () => {
    const css = `p { margin: 0 } .tail p { font-size: 0.85em; margin-left: 2em } .tail p.b { font-size: 70%; margin-left: 10em }
      .tail p.c { font-size: x-large; margin-left: 16px } .tail p.d { font-size: 1em; margin: 0 }`;
    const tail = `<div class="tail"><p class="d">So</p><p>Fury said</p><p class="b">to a mouse</p><p class="c">that he met</p><p class="d">in</p></div>${prose()}`;
    expect((await htmlWith(css, tail)).replace(/<p>lamp.*/s, '').replaceAll(/\n/g, '')).toBe(
      '<p class="text-verse">So</p><p class="text-small text-indent-2 text-close">Fury said</p>' +
        '<p class="text-smaller text-indent-7 text-close">to a mouse</p>' +
        '<p class="text-large text-indent-1 text-close">that he met</p><p class="text-close">in</p>',
    );
  });

  it('takes the size that most of the text has for none, and gives initials none', async () => {
    const css = '.text { font-size: 0.85em } .drop { float: left; font-size: 3em } .less { font-size: 0.8em }';
    const body = `<div class="text">${prose(60)}<p><span class="drop">A</span>nd</p><p>so <span class="less">on</span></p></div>`;
    const html = await htmlWith(css, body);
    expect(html.match(/class="[^"]+"/g)).toEqual(['class="text-small"']);
    expect(html).toContain('so <span class="text-small">on</span>');
  });

  it('leaves prose of a book without space between its paragraphs to the reader', async () => {
    expect(await htmlWith('p { margin: 0 }', '<p>One.</p><p>Two.</p>')).toBe('<p>One.</p><p>Two.</p>');
  });

  it('keeps letters that look otherwise by style sheets alone', async () => {
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

  it('takes the margins that all text has for none, and a paragraph’s first line for no verse', async () => {
    const css = 'body { margin: 5% } div.text { margin: 0 10% } p { text-indent: 1.5em }';
    expect(await htmlWith(css, `<div class="text">${prose(60)}${prose(60)}</div>`)).not.toContain('class');
  });

  it('keeps blanks where the book does, quotations without margins, and space above', async () => {
    const css = '.tail { white-space: pre-wrap } blockquote { margin: 0 } .gap { margin-top: 2em }';
    const body = '<p class="tail">Fury\n    said</p><blockquote><p>Dear Ann</p></blockquote><p class="gap">x</p>';
    expect(await htmlWith(css, body)).toBe(
      '<p class="text-pre">Fury\n    said</p><blockquote class="text-flush"><p>Dear Ann</p></blockquote>' +
        '<p class="text-space">x</p>',
    );
  });

  it('reads a sheet up to its mistake, and leaves what is for the night or a device alone', async () => {
    const css = `p.a { text-align: center } @media (prefers-color-scheme: dark) { p.b { text-align: center } }
      @media amzn-kf8 { p.b { text-align: center } } p.c::before { content: "x" } p.d { text-align: right }
      } p.e {{ text-align`;
    const line = (name: string) => `<p class="${name}">${name}</p>`;
    expect(await htmlWith(css, ['a', 'b', 'c'].map(line).join(''))).toBe(
      '<p class="text-center">a</p><p>b</p><p>c</p>',
    );
  });

  it('takes classes from nobody but its own reading', async () => {
    expect(await htmlWith('', '<p class="text-center hero">x</p>')).toBe('<p>x</p>');
  });

  it('gives up style sheets that would take for ever', () => {
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
])('reads %s as a length in em', (value, length) => {
  expect(lengthOf(value)).toBe(length);
});

it.each([
  ['2em', 1],
  ['16px', 1],
])('reads %s in letters of half the size as %s em of the document', (value, length) => {
  expect(lengthOf(value, 0.5)).toBe(length);
});
