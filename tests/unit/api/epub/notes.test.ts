import { describe, expect, it } from 'vitest';
import { readEpub } from '#src/api/epub/index.ts';
import { type BookSpec, item, makeEpub, PNG, prose } from './make-epub.ts';

const htmlOf = async (spec: BookSpec) => (await readEpub(makeEpub(spec))).chapters.map(({ html }) => html);

describe('notes in an EPUB', () => {
  it('get classes for the notes, their references and the links back', async () => {
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

  it('may consist of several paragraphs even if the book does not mark them as notes', async () => {
    const [html] = await htmlOf({
      documents: {
        'a.xhtml': `<h2>I</h2>${prose()}<p>x <a id="r" href="#n">[12]</a></p>
          <div class="fn"><p><a id="n" href="#r">[12]</a> One.</p><p>Two.</p></div>
          <div><p><a href="#r">See above</a> and read on.</p></div>`,
      },
    });
    expect(html).toMatch(
      /<aside class="text-note"><p><a href="#b-0-r" id="b-0-n" class="text-note-back">\[12\]<\/a> One\.<\/p><p>Two\.<\/p>/,
    );
    expect(html?.match(/<aside/g)).toHaveLength(1);
  });

  it('are placed at the end of the book if their files are not in the reading order', async () => {
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

  it('are recognised in definition lists, table rows and paragraphs that begin with a link back', async () => {
    const [html = '', last = ''] = await htmlOf({
      documents: {
        'a.xhtml': `<h2>I</h2>${prose()}<p>a<a href="#d" id="r1">†</a> b<a href="n.xhtml#t" id="r2">9</a>
          c<a href="n.xhtml#p6" id="r3">6</a> d<a href="n.xhtml#p7">[7]</a></p>
          <dl><dt id="d"><a href="#r1">†</a></dt><dd>In a list.</dd><dt>Weir</dt><dd>No note.</dd></dl>`,
        'n.xhtml': `<h2>Notes</h2><div epub:type="footnote"><p>Five.</p></div><table><tr><td id="t"><a href="a.xhtml#r2">9</a></td><td>In a row.</td></tr></table>
          <p><a href="a.xhtml#r3" id="p6">6</a>. Six.</p><p>More of six.</p><p id="p7">[7] Seven.</p><h3>Sources</h3><p>No note.</p>`,
      },
      nav: item('a.xhtml', 'I') + item('n.xhtml', 'Notes'),
    });
    expect(html).toMatch(
      /<dt><a href="#b-0-r1" class="text-note-back">†<\/a><\/dt><dd class="text-note" id="b-0-d">In a list\.<\/dd>/,
    );
    expect(html).toContain('<dd>No note.</dd>');
    expect(last).toContain(
      '<tr class="text-note" id="b-1-t"><td><a href="epub-chapter:0#b-0-r2" class="text-note-back">9</a></td>',
    );
    expect(last).toMatch(
      /<aside class="text-note"><p><a href="epub-chapter:0#b-0-r3" id="b-1-p6" class="text-note-back">6<\/a>\. Six\.<\/p><p>More of six\.<\/p><\/aside><p id="b-1-p7">\[7\] Seven/,
    );
  });

  it('remain separate notes if they share a container', async () => {
    const [html = ''] = await htmlOf({
      documents: {
        'a.xhtml': `<h2>I</h2>${prose()}<p>x<a id="r1" href="#n1">1</a> y<a id="r2" href="#n2">2</a></p>
          <div><p id="n1"><a href="#r1">1</a> One.</p><p>More.</p><p id="n2"><a href="#r2">2</a> Two.</p></div>`,
      },
    });
    expect(html).toMatch(/<aside class="text-note"><p id="b-0-n1">.*<p>More\.<\/p><\/aside><p id="b-0-n2">/);
  });

  it('do not include a numbered paragraph that is followed by ordinary text', async () => {
    const [html = ''] = await htmlOf({
      documents: {
        'a.xhtml': `<h2>I</h2>${prose()}<p>x<a href="#n">1</a></p><p id="n">1. One.</p><p>The river ran.</p>`,
      },
    });
    expect(html).not.toContain('<aside');
  });

  it('may have images instead of numbers', async () => {
    const [html = ''] = await htmlOf({
      documents: {
        'a.xhtml': `<h2>I</h2>${prose()}<p>One<a id="r" href="#n"><img src="i.png" alt="note"/></a> of two.</p>
          <p><a href="#map"><img src="i.png" alt="map"/></a></p><p id="map">The map.</p>
          <ol><li id="n"><a href="#r"><img src="i.png" alt="back"/></a>In a list.</li></ol>`,
      },
      files: { 'OEBPS/i.png': PNG },
    });
    expect(html.match(/class="text-note-\w+" href="[^"]+"/g)).toEqual([
      'class="text-note-ref" href="#b-0-n"',
      'class="text-note-back" href="#b-0-r"',
    ]);
  });

  it('are placed at the end of the book if references link to them, even without links back', async () => {
    const { chapters } = await readEpub(
      makeEpub({
        documents: {
          'a.xhtml': `<h2>I</h2>${prose()}<p>x<a href="n.xhtml#n"><sup>1</sup></a> <a href="ad.xhtml">More</a></p>`,
        },
        files: {
          'OEBPS/n.xhtml': '<html><body><p id="n">1. The note.</p></body></html>',
          'OEBPS/ad.xhtml': `<html><body>${prose()}</body></html>`,
        },
        manifest: ['n', 'ad']
          .map((id) => `<item id="${id}" href="${id}.xhtml" media-type="application/xhtml+xml"/>`)
          .join(''),
        spineEnd: '<itemref idref="n" linear="no"/><itemref idref="ad" linear="no"/>',
      }),
    );
    expect(chapters.map(({ title }) => title)).toEqual(['Chapter 1', 'Notes']);
    expect(chapters[0]?.html).toContain('href="epub-chapter:1#b-1-n"');
    expect(chapters[1]?.html).toContain('<p id="b-1-n">1. The note.</p>');
  });
});
