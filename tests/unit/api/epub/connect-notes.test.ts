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

  it("does not add a link back to a note that already has a link back, whatever the link's text", async () => {
    const [html = ''] = await htmlOf({
      'Ford.xhtml': `${prose()}<p>One <a id="r" href="#n" epub:type="noteref">1</a> and <a id="q" href="#m" epub:type="noteref">2</a></p>
        <aside epub:type="footnote" id="n"><p>First, <a href="#r">back</a>.</p></aside><p id="m"><a href="#q">2</a> Second.</p>`,
    });
    expect(html).not.toContain(ARROW);
  });

  it('puts references into superscript, so that a number does not run into the word before it', async () => {
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
