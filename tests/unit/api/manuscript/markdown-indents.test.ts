import { describe, expect, it } from 'vitest';
import { readManuscript } from '#src/api/manuscript/index.ts';
import { divideAtIndents } from '#src/api/manuscript/markdown-indents.ts';

const read = (text: string) => readManuscript(new TextEncoder().encode(text), 'raft.md');
const chaptersOf = (text: string) =>
  read(text).chapters.map(({ title, html }) => ({ title, html: html.replaceAll(/\n/g, '') }));
const htmlOf = (text: string) => chaptersOf(text)[0]?.html;

describe('an indent of four spaces in a Markdown file', () => {
  it('is ignored if all lines have it, also those of headings and front matter', () => {
    const text = ['---', 'title: Rain', '---', '# Chapter 1', '', 'The *river* ran.', '', '# Chapter 2', '', 'Fog.'];
    const indented = text.map((line) => (line === '' ? '' : `    ${line}`)).join('\n');
    expect(read(indented).title).toBe('Rain');
    expect(chaptersOf(indented)).toEqual([
      { title: 'Chapter 1', html: '<p>The <em>river</em> ran.</p>' },
      { title: 'Chapter 2', html: '<p>Fog.</p>' },
    ]);
  });

  it('is ignored in the text below headings without an indent, with its markup', () => {
    expect(
      chaptersOf(
        '# Rain\n\n    The *river*.\n\n    > A sign.\n\n\tFog.\n\n# Fog\n    Rain.\n\n    * * *\n\n    Sun.\n',
      ),
    ).toEqual([
      { title: 'Rain', html: '<p>The <em>river</em>.</p><blockquote><p>A sign.</p></blockquote><p>Fog.</p>' },
      { title: 'Fog', html: '<p>Rain.</p><hr /><p>Sun.</p>' },
    ]);
  });

  it('begins a paragraph above lines without an indent', () => {
    expect(htmlOf('    The river ran\nhigh that spring.\n    Bo waited\nfor the ferry.\n')).toBe(
      '<p>The river ranhigh that spring.</p><p>Bo waitedfor the ferry.</p>',
    );
  });

  it('begins a deeper paragraph within indented text', () => {
    expect(htmlOf('Once.\n\n        The river ran\n    high that spring.\n        Bo waited.\n')).toBe(
      '<p>Once.</p><p>The river ranhigh that spring.</p><p>Bo waited.</p>',
    );
  });

  it('separates paragraphs of one line each, and not lines of equal length', () => {
    const long = 'The river ran high that spring, and nobody crossed it, for the ferry was gone.';
    expect(htmlOf(`# A\n\n    "Yes," said Bo.\n    ${long} ${long}\n    It rained.\n`)).toBe(
      `<p>"Yes," said Bo.</p><p>${long} ${long}</p><p>It rained.</p>`,
    );
    expect(htmlOf(`# A\n\n    ${long}\n    ${long}\n    It rained.\n`)).toBe(`<p>${long}${long}It rained.</p>`);
  });

  it('keeps the lines of verse', () => {
    expect(htmlOf('# A\n\n    The river ran,\n    the river fell,\n    and none of us\n    was there to tell.\n')).toBe(
      '<p>The river ran,<br />the river fell,<br />and none of us<br />was there to tell.</p>',
    );
  });

  it.each([
    ['emphasis', '*I am late,* he thought.', '<em>I am late,</em> he thought.'],
    ['strong emphasis', '**Rain.** It fell.', '<strong>Rain.</strong> It fell.'],
    ['an HTML element', '<i>Rain</i> fell.', '<i>Rain</i> fell.'],
    ['a hashtag', '#rain fell.', '#rain fell.'],
    ['a dash', '-- No, he thought.', '-- No, he thought.'],
    ['a smiley', ':) was all he wrote.', ':) was all he wrote.'],
  ])('begins a paragraph that starts with %s', (_name, source, html) => {
    expect(htmlOf(`# A\n\n    The river ran high that\nspring.\n    ${source}\nBo waited.\n`)).toBe(
      `<p>The river ran high thatspring.</p><p>${html}Bo waited.</p>`,
    );
  });

  it('begins a paragraph that starts with a year', () => {
    expect(htmlOf('# A\n\n    The river ran\nhigh.\n    1984. The bridge\nfell.\n    Bo ran.\n')).toBe(
      '<p>The river ranhigh.</p><ol start="1984"><li>The bridgefell.</li></ol><p>Bo ran.</p>',
    );
  });

  it('does not begin paragraphs in indented lists', () => {
    expect(htmlOf('# A\n\n    7. Rain\n    8. Fog\n    9. Sun\n')).toBe(
      '<ol start="7"><li>Rain</li><li>Fog</li><li>Sun</li></ol>',
    );
    expect(htmlOf('# A\n\n    * Rain\n    * Fog\n')).toBe('<ul><li>Rain</li><li>Fog</li></ul>');
  });

  it.each([
    ['7', '8', 'items'],
    ['8', '7', 'items'],
    ['1984', '1985', 'items'],
    ['7', '9', 'paragraphs'],
    ['7', '7', 'paragraphs'],
  ])('reads the numbers %s and %s in wrapped text as the beginnings of %s', (first, second, kind) => {
    const divided = divideAtIndents(`The river ran\nhigh and\n    ${first}. Rain\nfell.\n    ${second}. Fog\nrose.\n`);
    const between = kind === 'items' ? '\n' : '\n\n';
    expect(divided).toBe(`The river ran\nhigh and${between}${first}. Rain\nfell.${between}${second}. Fog\nrose.\n`);
  });

  it('does not begin a paragraph at the number 1, but at a later number without a neighbour', () => {
    expect(divideAtIndents('The river ran\nhigh and\n    1. Rain\nfell.\n    5. Fog\nrose.\n')).toBe(
      'The river ran\nhigh and\n1. Rain\nfell.\n\n5. Fog\nrose.\n',
    );
  });

  it.each(['there. He waited.', '1984. The bridge fell.', 'mix. He stayed.', '#) he wrote.', '* * *\n'])(
    'begins paragraphs below the wrapped line "%s"',
    (line) => {
      const [, below] =
        htmlOf(`# A\n\n    The river ran and Bo stood\n${line}\n    Rain fell\nall day.\n    He ran.\n`)?.split(
          /(?=<p>Rain)/,
        ) ?? [];
      expect(below).toBe('<p>Rain fellall day.</p><p>He ran.</p>');
    },
  );

  it('keeps the contents of lists with letters and of lists without an empty line above them', () => {
    expect(htmlOf('# A\n\na. One\n    two\nb. Three\n    four\n')).toBe(
      '<p>a. One    twob. Three    four</p>'.replaceAll('    ', ''),
    );
    expect(htmlOf('# A\n\nThe list:\n- One\n\n    Two\n')).toBe(
      '<p>The list:</p><ul><li><p>One</p><p>Two</p></li></ul>',
    );
    expect(htmlOf('# A\n\n1. One\n2. Two\n\n    Three\n')).toBe(
      '<ol><li><p>One</p></li><li><p>Two</p><p>Three</p></li></ol>',
    );
  });

  it.each([
    ['a backslash', '\\'],
    ['two spaces', '  '],
    ['no mark', ''],
  ])('does not divide verse whose lines alternate between indents and end in %s', (_name, end) => {
    for (const indent of ['    ', '\t', '\u00a0\u00a0\u00a0'])
      expect(
        htmlOf(
          `# A\n\nThe river ran,${end}\n${indent}the river fell,${end}\nand none of us${end}\n${indent}was there to tell.\n`,
        ),
      ).toBe('<p>The river ran,<br />the river fell,<br />and none of us<br />was there to tell.</p>');
  });

  it('divides short paragraphs of two lines, even if one does not end a sentence', () => {
    expect(htmlOf('# A\n\nHe said:\n    "Come here\nnow."\n    Bo ran\nfast.\n')).toBe(
      '<p>He said:</p><p>"Come herenow."</p><p>Bo ranfast.</p>',
    );
  });

  it('is read in 300,000 lines', { timeout: 120_000 }, () => {
    const text = '    Bo ran.\n'.repeat(300_000);
    expect(divideAtIndents(text).split('\n').filter(Boolean)).toHaveLength(300_000);
  });

  it('does not begin a paragraph after a hard line break', () => {
    expect(htmlOf('# A\n\nThe river ran,\\\n    fell,\\\n        and fell.\n')).toBe(
      '<p>The river ran,<br />fell,<br />and fell.</p>',
    );
  });

  it('does not change wrapped paragraphs of short lines into verse', () => {
    expect(
      htmlOf(
        '# A\n\n    The river ran high that spring, and nobody had\n    crossed it since the ferry was gone and the old\n    bridge stood half under water.\n',
      ),
    ).toBe(
      '<p>The river ran high that spring, and nobody hadcrossed it since the ferry was gone and the oldbridge stood half under water.</p>',
    );
  });

  it('keeps code between fences, and the contents of lists, notes and definitions', () => {
    expect(htmlOf('# A\n\n```\n    x = 1\n\n    y = 2\n```\n')).toBe('<pre><code>    x = 1    y = 2</code></pre>');
    expect(read('# A\n\n```\nName:   Bo\n  Level: 3\n```\n').chapters[0]?.html).toContain('Name:   Bo\n  Level: 3\n');
    expect(htmlOf('# A\n\n- One\n\n    Two\n\n- Three\n')).toBe(
      '<ul><li><p>One</p><p>Two</p></li><li><p>Three</p></li></ul>',
    );
    expect(htmlOf('# A\n\nBo[^1] ran.\n\n[^1]: A name.\n\n    Of a man.\n')).toMatch(/A name\.<\/p><p>Of a man\./);
    expect(htmlOf('# A\n\nBo\n\n:   A name.\n\n    Of a man.\n')).toContain('<dd><p>A name.</p><p>Of a man.</p></dd>');
  });

  it('begins a paragraph if it consists of ideographic spaces', () => {
    expect(htmlOf('# 雨\n\n　　下雨了。\n　　他走了。\n')).toBe('<p>下雨了。</p><p>他走了。</p>');
  });
});

describe('the classes of Pandoc headings', () => {
  it('mark parts of any name, also on the level of chapters', () => {
    expect(
      read('# Water {.part}\n\n## Rain\n\nA.\n\n## Fog\n\nB.\n\n# Fire {.part .unnumbered}\n\n## Sun\n\nC.\n').chapters,
    ).toMatchObject([
      { title: 'Rain', part: 'Water' },
      { title: 'Fog', part: 'Water' },
      { title: 'Sun', part: 'Fire' },
    ]);
    expect(
      read('# Water {.part}\n\n# Rain\n\nA.\n\n# Fire {epub:type=part}\n\n# Sun {.chapter}\n\nC.\n').chapters,
    ).toMatchObject([
      { title: 'Rain', part: 'Water' },
      { title: 'Sun', part: 'Fire' },
    ]);
  });

  it('are the same as the marks of Bookdown for parts and appendices', () => {
    expect(
      read(
        '# (PART) Water {-}\n\n# Rain\n\nA.\n\n# (PART\\*) Fire {-}\n\n# Sun\n\nC.\n\n# (APPENDIX) Notes {-}\n\n# Maps\n\nD.\n',
      ).chapters,
    ).toMatchObject([
      { title: 'Rain', part: 'Water' },
      { title: 'Sun', part: 'Fire' },
      { title: 'Maps', part: 'Notes' },
    ]);
  });

  it('mark sections without a number', () => {
    const { chapters } = read(
      '# Rain {.chapter}\n\nA.\n\n# Mara Thanks You {.backmatter}\n\nB.\n\n# Bo {.appendix}\n\nC.\n',
    );
    expect(chapters.map(({ kind }) => kind)).toEqual(['chapter', 'section', 'section']);
  });

  it('mark chapters in HTML, too', () => {
    const html =
      '<section class="part level1"><h1>Water</h1><section class="level2"><h2>Rain</h2><p>A.</p></section></section><section class="part level1"><h1>Fire</h1><section class="level2"><h2>Sun</h2><p>B.</p></section></section>';
    expect(readManuscript(new TextEncoder().encode(html), 'a.html').chapters).toMatchObject([
      { title: 'Rain', part: 'Water' },
      { title: 'Sun', part: 'Fire' },
    ]);
  });
});
