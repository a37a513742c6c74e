import { describe, expect, it } from 'vitest';
import { readEpub } from '#src/api/epub/index.ts';
import { document, item, makeEpub, prose } from './make-epub.ts';

const words = (count?: number) => prose(count).slice('<p>'.length, -'</p>'.length);
const read = async (body: string, nav = item('a.xhtml', 'Rain')) =>
  (await readEpub(makeEpub({ documents: { 'a.xhtml': document(body) }, nav }))).chapters;
const htmlOf = async (body: string) => (await read(body))[0]?.html.replaceAll('\n', '');

describe('pairs of line breaks in an EPUB file', () => {
  it.each([
    ['a paragraph', (inner: string) => `<p>${inner}</p>`],
    ['a div', (inner: string) => `<div>${inner}</div>`],
    ['the body', (inner: string) => inner],
    ['a section', (inner: string) => `<section><h1>Rain</h1>${inner}</section>`],
  ])('divide the text of %s into paragraphs', async (_name, wrapped) => {
    expect(await htmlOf(wrapped(`${words()}<br/><br/><i>Why?</i> ${words(9)}<br/> <br/>${words(12)}`))).toBe(
      `<p>${words()}</p><p><i>Why?</i> ${words(9)}</p><p>${words(12)}</p>`,
    );
  });

  it('divide text with lines that begin with ideographic spaces', async () => {
    const text = '下雨了，河水漲得很高。'.repeat(6);
    expect(await htmlOf(`<p>　　${text}<br/>　　${text}<br/>　　他走了。</p>`)).toBe(
      `<p>　　${text}</p><p>　　${text}</p><p>　　他走了。</p>`,
    );
  });

  it('keep the stanzas of a poem in one paragraph', async () => {
    const html = await htmlOf(
      `<p>${words()}</p><p>The river ran,<br/>the river fell,<br/><br/>and none of us<br/>was there to tell.</p>`,
    );
    expect(html).toContain('was there to tell.');
    expect(html?.match(/<p/g)).toHaveLength(2);
  });

  it.each([
    ['paragraphs', 'p', (inner: string) => `<div>${inner}</div>`],
    ['paragraphs of the body', 'p', (inner: string) => inner],
    ['containers', 'div', (inner: string) => `<section>${inner}</section>`],
  ])('are breaks between scenes if they are rare between %s', async (_name, tag, wrapped) => {
    const block = (count: number) => `<${tag}>${words(count)}</${tag}>`;
    const start = [1, 2, 3, 4].map(block).join('');
    const html = await htmlOf(wrapped(`${start}<br/>&#160;\n<br/>${block(5)}${block(6)}`));
    const paragraph = (count: number) => `<p>${words(count)}</p>`;
    expect(html).toBe(`${[1, 2, 3, 4].map(paragraph).join('')}<p class="text-space">${words(5)}</p>${paragraph(6)}`);
  });

  it('are not breaks between scenes if they separate most paragraphs, or below a heading', async () => {
    const paragraphs = [1, 2, 3, 4].map((count) => `<p>${words(count)}</p>`);
    expect(await htmlOf(`<div>${paragraphs.join('<br/><br/>')}</div>`)).toBe(paragraphs.join(''));
    expect(await htmlOf(`<h1>Rain</h1><br/><br/>${paragraphs.join('')}<br/><br/>`)).toBe(paragraphs.join(''));
  });

  it.each(['<p><br/><br/></p>', '<div><br/><br/></div>'])('are kept if %s contains nothing else', async (blank) => {
    const paragraphs = [1, 2, 3, 4].map((count) => `<p>${words(count)}</p>`).join('');
    expect(await htmlOf(`${paragraphs}${blank}<p>${words(5)}</p>`)).toMatch(/<br \/><br \/>/);
  });

  it('keep links to anchors in the divided text', async () => {
    const chapters = await read(
      `<h1 id="a">Rain</h1><p>${words()}<br/><br/><span id="x">Here</span> ${words(9)}</p><h1 id="b">Fog</h1><p>${words()} <a href="#x">there</a></p>`,
      item('a.xhtml#a', 'Rain') + item('a.xhtml#b', 'Fog'),
    );
    expect(chapters[0]?.html).toMatch(/<p>(?:<span id="b-[^"]+">Here<\/span>|<span id="b-[^"]+"><\/span>Here) /);
    expect(chapters[1]?.html).toContain('epub-chapter:0#b-');
  });
});

describe('the inline notes of a site in an EPUB file', () => {
  it('become notes', async () => {
    const body = `<p>${words()} rope<sup class="modern-footnotes-footnote" data-mfn="1"><a href="javascript:void(0)">1</a></sup><span class="modern-footnotes-footnote__note" data-mfn="1">A <i>line</i>.</span> held.</p>`;
    const html = await htmlOf(body);
    expect(html).toMatch(/rope<sup><a [^>]*text-note-ref[^>]*>1<\/a><\/sup> held\./);
    expect(html).toMatch(/<li id="b-0-mfn-1-note">A <i>line<\/i>\.<a [^>]*class="text-note-back">/);
  });
});
