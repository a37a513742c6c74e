import { describe, expect, it } from 'vitest';
import { readEpub } from '#src/api/epub/index.ts';
import { item, makeEpub, PNG, prose } from './make-epub.ts';

const htmlOf = async (body: string, nav?: string) => {
  const spec = { documents: { 'a.xhtml': body }, files: { 'OEBPS/n.png': PNG }, ...(nav && { nav }) };
  return (await readEpub(makeEpub(spec))).chapters.map(({ html }) => html);
};

describe('notes in the attributes of images', () => {
  it.each([
    ['zy-footnote', '<img class="zhangyue-footnote" src="" zy-footnote="A weir  is a low dam."/>'],
    ['alternative text', '<img class="qqreader-footnote" src="n.png" alt="A weir is a low dam."/>'],
  ])('are converted to notes: %s', async (_name, picture) => {
    const [html = ''] = await htmlOf(`<h2>I</h2><p>At the weir${picture} he slept.</p>${prose()}`);
    expect(html).toContain(
      'weir<sup><a class="text-note-ref" href="#b-0-picture-note-1" id="b-0-picture-note-1-ref">[1]</a></sup> he slept',
    );
    expect(html).toMatch(
      /<aside class="text-note" id="b-0-picture-note-1"><p><a class="text-note-back" href="#b-0-picture-note-1-ref">\[1\]<\/a> A weir is a low dam\.<\/p><\/aside>$/,
    );
    expect(html).not.toContain('<img');
  });

  it('are placed at the end of the chapter that refers to them', async () => {
    const note = (text: string) => `<img class="epub-footnote" alt="${text}"/>`;
    const [one = '', two = ''] = await htmlOf(
      `<h2 id="one">Ford</h2><p>One${note('Note one')}.</p>${prose()}<h2 id="two">Mill</h2><p>Two${note('Note two')}.</p>${prose()}`,
      item('a.xhtml#one', 'Ford') + item('a.xhtml#two', 'Mill'),
    );
    expect(one).toMatch(/Note one<\/p><\/aside>$/);
    expect(two).toMatch(/Note two<\/p><\/aside>$/);
    expect(two).toContain('[2]');
  });

  it('are not converted if the image is a link or its text is only a label', async () => {
    const [html = ''] = await htmlOf(
      `<h2>I</h2><p>One<a href="#n"><img class="duokan-footnote" src="n.png" alt="Open the note"/></a> two<img class="footnote" src="n.png" alt="注"/>.</p><p id="n">Text.</p>${prose()}`,
    );
    expect(html.match(/<img/g)).toHaveLength(2);
    expect(html).not.toContain('picture-note');
  });
});
