import { describe, expect, it } from 'vitest';
import { readEpub } from '#src/api/epub/index.ts';
import { makeEpub, PNG, prose } from './make-epub.ts';

const XHTML = 'http://www.w3.org/1999/xhtml';

async function chapterOf(document: string) {
  const files = { 'OEBPS/a.png': PNG };
  const { chapters } = await readEpub(makeEpub({ documents: { 'a.xhtml': document }, nav: '', files }));
  return chapters[0];
}

describe('documents of an EPUB', () => {
  it('may have elements with a namespace prefix', async () => {
    const chapter = await chapterOf(
      `<?xml version="1.0"?><h:html xmlns:h="${XHTML}"><h:head><h:title>x</h:title></h:head>
      <h:body><h:h2>Ford</h:h2><h:p>A <h:em>prefixed</h:em> line.<h:br/>Next</h:p></h:body></h:html>`,
    );
    expect(chapter).toMatchObject({ title: 'Ford', html: '<p>A <em>prefixed</em> line.<br />Next</p>' });
  });

  it('may contain images in an SVG with a namespace prefix', async () => {
    const chapter = await chapterOf(
      `<?xml version="1.0"?><html xmlns="${XHTML}" xmlns:s="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">
      <body><h2>Ford</h2>${prose()}<s:svg viewBox="0 0 2 3"><s:image xlink:href="a.png"/></s:svg></body></html>`,
    );
    expect(chapter?.html).toMatch(/<img src="epub-image:[0-9a-f]+" alt="" \/>/);
  });

  it('may include a navigation document with a namespace prefix', async () => {
    const nav = `<h:html xmlns:h="${XHTML}" xmlns:epub="http://www.idpf.org/2007/ops"><h:body><h:nav epub:type="toc"><h:ol>
      <h:li><h:a href="a.xhtml">The Ford</h:a></h:li></h:ol></h:nav></h:body></h:html>`;
    const { chapters } = await readEpub(
      makeEpub({ documents: { 'a.xhtml': prose() }, files: { 'OEBPS/nav.xhtml': nav } }),
    );
    expect(chapters.map(({ title }) => title)).toEqual(['The Ford']);
  });

  it('may declare entities, which are expanded once, without their markup', async () => {
    const doctype = `<!DOCTYPE html [
      <!ENTITY ferry "the <b>ferry</b> &amp; raft"> <!ENTITY lol "&ferry;&ferry;"> <!ENTITY file SYSTEM "file:///etc/passwd">
    ]>`;
    const chapter = await chapterOf(
      `<?xml version="1.0"?>${doctype}<html xmlns="${XHTML}"><body><h2>Ford</h2><p>See &ferry;&mdash;&lol; &file;</p></body></html>`,
    );
    expect(chapter?.html).toBe('<p>See the ferry &amp; raft—&amp;ferry;&amp;ferry; &amp;file;</p>');
  });

  it('may contain MathML formulas, which become their alternative text or their text without annotations', async () => {
    const math = (attributes: string) =>
      `<math${attributes}><semantics><mfrac><mn>1</mn><mn>2</mn></mfrac><annotation>\\frac12</annotation></semantics></math>`;
    const chapter = await chapterOf(
      `<h2>Ford</h2>${prose()}<p>${math(' alttext="1/2"')} or ${math(' alttext="\\frac{1}{2}"')}</p>`,
    );
    expect(chapter?.html).toContain('<p>1/2 or 12</p>');
  });

  it('may contain epub:switch elements; only their default content is kept', async () => {
    const chapter = await chapterOf(
      `<h2>Ford</h2>${prose()}<epub:switch><epub:case required-namespace="x"><p>case</p></epub:case><epub:default><p>default</p></epub:default></epub:switch>`,
    );
    expect(chapter?.html).toContain('<p>default</p>');
    expect(chapter?.html).not.toContain('case');
  });
});
