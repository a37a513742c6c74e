import { describe, expect, it } from 'vitest';
import { readEpub } from '#src/api/epub/index.ts';
import { item, makeEpub, prose } from './make-epub.ts';

async function htmlWith(css: string, body: string): Promise<string> {
  const document = `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops">
    <head><title>x</title><link rel="stylesheet" href="s.css"/></head><body>${body}</body></html>`;
  const spec = { documents: { 'a.xhtml': document }, nav: item('a.xhtml', 'Ford'), files: { 'OEBPS/s.css': css } };
  const { chapters } = await readEpub(makeEpub(spec));
  return chapters[0]?.html ?? '';
}

describe('hidden text of an EPUB', () => {
  it.each([
    ['display: none'],
    ['visibility: hidden'],
    ['opacity: 0'],
    ['color: transparent'],
    ['color: rgba(0, 0, 0, 0)'],
    ['color: #fff0'],
    ['font-size: 0'],
    ['position: absolute; width: 1px; height: 1px; overflow: hidden; clip: rect(0, 0, 0, 0)'],
    ['position: absolute; clip: rect(1px 1px 1px 1px)'],
    ['position: absolute; clip-path: inset(50%)'],
    ['height: 0; overflow: hidden'],
    ['position: absolute; left: -10000px'],
    ['position: fixed; top: -999em'],
    ['text-indent: -9999px'],
  ])('is omitted, even within a word: %s', async (css) => {
    expect(await htmlWith(`.x { ${css} }`, '<p>Mid<span class="x">STOLEN</span>word.</p><p class="x">STOLEN</p>')).toBe(
      '<p>Midword.</p>',
    );
  });

  it('is omitted if an attribute of its element hides it', async () => {
    const body =
      '<p hidden="hidden">STOLEN</p><p style="display:none">STOLEN</p><p>The <b hidden="">STOLEN</b>ford.</p>';
    expect(await htmlWith('', body)).toBe('<p>The ford.</p>');
  });

  it('does not include text that is only shifted, narrow, translucent or hidden in dark mode', async () => {
    const css = `.a { position: absolute; left: -1em } .b { width: 0 } .c { opacity: 0.8; color: rgb(0, 0, 0) } .d { text-indent: -2em; color: #000 }
      body { opacity: 0 } .e { overflow: hidden } @media (prefers-color-scheme: dark) { p { display: none } }`;
    const body = ['a', 'b', 'c', 'd', 'e'].map((name) => `<p class="${name}">${name}</p>`).join('');
    const text = (await htmlWith(css, body)).replaceAll(/<[^>]*>/g, '');
    expect(text).toBe('abcde');
  });

  it('does not prevent the removal of the heading that repeats the title', async () => {
    expect(await htmlWith('.x { display: none }', '<p class="x">STOLEN</p><h2>Ford</h2><p>Rain.</p>')).toBe(
      '<p>Rain.</p>',
    );
  });

  it('is omitted, but the link targets in it are kept', async () => {
    const body = `${prose()}<p><a href="#x">See</a></p><p>So<span class="x" id="x">STOLEN</span> it is.</p>`;
    const html = await htmlWith('.x { display: none }', body);
    expect(html).toContain('<p>So<span id="b-0-x"></span> it is.</p>');
    expect(html).toContain('href="#b-0-x"');
  });

  it('is not omitted if it is a note', async () => {
    const css = '.off { display: none }';
    const html = await htmlWith(
      css,
      `<p>One<a epub:type="noteref" href="#n1">1</a>, two<a epub:type="noteref" href="#n2">2</a>,
      three<a epub:type="noteref" href="#n3">3</a>, four<a href="#n4"><sup>4</sup></a>.</p>
      <aside epub:type="footnote" id="n1" hidden="hidden"><p>First.</p></aside>
      <aside epub:type="footnote" id="n2" class="off"><p>Second. <span hidden="">STOLEN</span></p></aside>
      <div id="n3" style="display:none"><p>Third.</p></div>
      <section hidden=""><p id="n4">Fourth.</p></section>`,
    );
    for (const note of ['First', 'Second', 'Third', 'Fourth']) expect(html).toContain(`${note}.`);
    for (const id of ['n1', 'n2', 'n3', 'n4'])
      expect(html).toMatch(new RegExp(`href="#b-0-${id}"[\\s\\S]* id="b-0-${id}"`));
    expect(html).not.toContain('STOLEN');
  });
});
