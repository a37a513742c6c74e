import { describe, expect, it } from 'vitest';
import { readManuscript } from '#src/api/manuscript/index.ts';

const prose = 'The river ran high that spring, and the old bridge stood half under water. ';
const read = (body: string) => readManuscript(new TextEncoder().encode(`<body>${body}</body>`), 'raft.html');
const htmlOf = (body: string) => read(body).chapters[0]?.html.replaceAll('\n', '');

describe('a page saved from a website', () => {
  it('does not include links to other chapters, which the report names', () => {
    const links = '<p><a href="1.html">&lt;&lt; Prev</a> | <a href="3.html">Next Chapter</a></p>';
    const { chapters, leftOut } = read(`${links}<p>${prose}</p><p>See <a href="x.html">Next</a> door.</p>${links}`);
    expect(chapters[0]?.html).toBe(`<p>${prose}</p><p>See Next door.</p>`);
    expect(leftOut).toEqual([{ what: 'Lines added by sites', count: 2, sample: '<< Prev | Next Chapter' }]);
  });

  it.each([
    ['the body', `${prose}<br><br><i>Why?</i><br>No.<br>&nbsp;<br>${prose}`],
    ['a paragraph', `<p>${prose}<br/><br/><i>Why?</i><br/>No.<br/> <br/>${prose}</p>`],
  ])('has paragraphs where pairs of line breaks divide %s', (_name, body) => {
    expect(htmlOf(body)).toBe(`<p>${prose}</p><p><i>Why?</i><br />No.</p><p>${prose}</p>`);
  });

  it('has ordinary paragraphs if Wattpad put them into preformatted text', () => {
    expect(htmlOf(`<pre><p>${prose}</p><p>Second.</p></pre>`)).toBe(`<p>${prose}</p><p>Second.</p>`);
  });
});

describe('a page exported by a word processor', () => {
  it('does not include the comments of editors in Google Docs, which the report names', () => {
    const reference = '<sup><a href="#cmnt1" id="cmnt_ref1">[a]</a></sup>';
    const comment = '<div><p><a href="#cmnt_ref1" id="cmnt1">[a]</a><span>Check!</span></p></div>';
    const { chapters, leftOut } = read(`<p>${prose}${reference}</p>${comment}`);
    expect(chapters[0]?.html).toMatch(/^<p>The river[^<]+(?:<sup><\/sup>)?<\/p>$/);
    expect(leftOut).toEqual([{ what: 'Comments of editors', count: 1, sample: '[a]Check!' }]);
  });

  it('does not include the contents list of LibreOffice', () => {
    const list = '<div id="Table of Contents1"><p>Contents</p><p><a href="#a">Rain 1</a></p></div>';
    expect(read(`${list}<h1 id="a">Rain</h1><p>${prose}</p><h1>Fog</h1><p>${prose}</p>`).chapters).toHaveLength(2);
  });

  it('has only the note in the box of a note that follows a rule in Word', () => {
    const reference = '<a href="#_edn1" name="_ednref1">[i]</a>';
    const note = `<div><br clear=all><hr size=1><div id=edn1><p><a href="#_ednref1" name="_edn1">[i]</a> A note.</p></div></div>`;
    expect(htmlOf(`<p>${prose}${reference}</p>${note}`)).toMatch(
      /<\/p><aside class="text-note"><p><a [^>]+>\[i\]<\/a> A note\.<\/p><\/aside>$/,
    );
  });
});
