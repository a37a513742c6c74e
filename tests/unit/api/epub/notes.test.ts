import { describe, expect, it } from 'vitest';
import { readEpub } from '#src/api/epub/index.ts';
import { type BookSpec, item, makeEpub, prose } from './make-epub.ts';

const htmlOf = async (spec: BookSpec) => (await readEpub(makeEpub(spec))).chapters.map(({ html }) => html);

describe('notes', () => {
  it('are marked with their references and the links back', async () => {
    const [html] = await htmlOf({
      documents: {
        'a.xhtml': `<h2>I</h2>${prose()}<p>x<a epub:type="noteref" id="r" href="#n">1</a></p>
          <aside epub:type="footnote" id="n"><p>One.</p><p>Two. <a role="doc-backlink" href="#r">↩</a></p></aside>
          <aside><p>No note.</p></aside>`,
      },
    });
    expect(html).toContain('<sup><a class="text-note-ref" href="#b-0-n" id="b-0-r">1</a></sup>');
    expect(html).toContain('<aside class="text-note" id="b-0-n"><p>One.</p><p>Two. <a class="text-note-back"');
    expect(html).toContain('<p>No note.</p>');
    expect(html?.match(/<aside/g)).toHaveLength(1);
  });

  it('keep their paragraphs together where the book does not say what they are', async () => {
    const [html] = await htmlOf({
      documents: {
        'a.xhtml': `<h2>I</h2>${prose()}<p>x <a id="r" href="#n">[12]</a></p>
          <div class="fn"><p><a id="n" href="#r">[12]</a> One.</p><p>Two.</p></div>
          <div><p><a href="#r">See above</a> and read on.</p></div>`,
      },
    });
    expect(html).toMatch(/<aside class="text-note"><p><a href="#b-0-r" id="b-0-n">\[12\]<\/a> One\.<\/p><p>Two\.<\/p>/);
    expect(html?.match(/<aside/g)).toHaveLength(1);
  });

  it('come at the end where their files are out of the reading order', async () => {
    const files = {
      'OEBPS/n1.xhtml': '<html><body><p id="n"><a href="a.xhtml#r">*</a> The first note.</p></body></html>',
      'OEBPS/n2.xhtml': '<html><body><p id="n"><a href="b.xhtml#r">*</a> The second.</p></body></html>',
      'OEBPS/ad.xhtml': `<html><body>${prose()}</body></html>`,
    };
    const text = (file: string) => `<h2>I</h2>${prose()}<p>x<a id="r" href="${file}#n">*</a></p>`;
    const names = ['n1', 'n2', 'ad'];
    const { chapters } = await readEpub(
      makeEpub({
        documents: { 'a.xhtml': text('n1.xhtml'), 'b.xhtml': text('n2.xhtml') },
        nav: item('a.xhtml', 'I') + item('b.xhtml', 'II'),
        files,
        manifest: names
          .map((name) => `<item id="${name}" href="${name}.xhtml" media-type="application/xhtml+xml"/>`)
          .join(''),
        spineEnd: names.map((name) => `<itemref idref="${name}" linear="no"/>`).join(''),
      }),
    );
    expect(chapters.map(({ title, kind }) => [title, kind])).toEqual([
      ['Chapter 1', 'chapter'],
      ['Chapter 2', 'chapter'],
      ['Notes', 'section'],
    ]);
    expect(chapters[1]?.html).toContain('href="epub-chapter:2#b-3-n"');
    expect(chapters[2]?.html).toContain('<p id="b-2-n"><a href="epub-chapter:0#b-0-r">*</a> The first note.</p>');
    expect(chapters[2]?.html).toContain('<p id="b-3-n"><a href="epub-chapter:1#b-1-r">*</a> The second.</p>');
  });
});
