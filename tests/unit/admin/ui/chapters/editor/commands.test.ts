import { describe, expect, it } from 'vitest';
import { wordsIn } from '#src/admin/server/content/chapter-text.ts';
import { insertSceneBreak, setAlignment, setTextBlock, toggleQuotation } from '#src/admin/ui/chapters/editor/blocks.ts';
import { toolbarState, wordCount } from '#src/admin/ui/chapters/editor/editor-state.ts';
import { fromHtml } from '#src/admin/ui/chapters/editor/from-html.ts';
import { clearFormats, marksForTyping, toggleFormat } from '#src/admin/ui/chapters/editor/marks.ts';
import { blocksHtml } from '#src/admin/ui/chapters/editor/to-html.ts';
import { enterInVerse, toggleVerse } from '#src/admin/ui/chapters/editor/verse.ts';
import { htmlOf, opened, run, schema, typed } from './states.ts';

const ITALIC = toggleFormat({ tag: 'em', alias: 'i' });

describe('insertSceneBreak', () => {
  it('puts a paragraph between the break and a note below', () => {
    const note = '<aside class="text-note"><p>Note.</p></aside>';
    const state = run(opened(`<p>One.</p>\n<p></p>\n${note}`, 7), insertSceneBreak);
    expect(htmlOf(typed(state, 'Two.'))).toBe(`<p>One.</p>\n<hr />\n<p>Two.</p>\n${note}`);
  });

  it('divides a paragraph at the cursor', () => {
    const state = run(opened('<p>OneTwo</p>', 4), insertSceneBreak);
    expect(htmlOf(typed(state, '>'))).toBe('<p>One</p>\n<hr />\n<p>&gt;Two</p>');
  });

  it('follows a paragraph in which the cursor is at the end', () => {
    const state = run(opened('<h2>One</h2>', 4), insertSceneBreak);
    expect(htmlOf(typed(state, 'Two'))).toBe('<h2>One</h2>\n<hr />\n<p>Two</p>');
  });
});

describe('toggleFormat', () => {
  it('adds an element, and removes it and its synonym', () => {
    expect(htmlOf(run(opened('<p>One two</p>', 1, 4), ITALIC))).toBe('<p><em>One</em> two</p>');
    expect(htmlOf(run(opened('<p><i>One</i> two</p>', 1, 4), ITALIC))).toBe('<p>One two</p>');
  });

  it('extends a format to the whole selection if only a part has it', () => {
    expect(htmlOf(run(opened('<p>a <em>b</em> <b>c</b></p>', 1, 6), ITALIC))).toBe(
      '<p><em>a b </em><b><em>c</em></b></p>',
    );
  });

  it('removes one class and keeps the others', () => {
    const smallCaps = toggleFormat({ tag: 'span', className: 'text-small-caps' });
    const both = '<p><span class="text-small-caps text-bold">One</span></p>';
    expect(htmlOf(run(opened(both, 1, 4), smallCaps))).toBe('<p><span class="text-bold">One</span></p>');
    expect(htmlOf(run(opened('<p><span class="text-small-caps">One</span></p>', 1, 4), smallCaps))).toBe('<p>One</p>');
  });

  it('applies to the text that is typed next', () => {
    expect(htmlOf(typed(run(opened('<p>One</p>', 4), ITALIC), '!'))).toBe('<p>One<em>!</em></p>');
  });
});

describe('clearFormats', () => {
  it('removes all markup but ruby', () => {
    const html = '<p><b><em>One</em></b> <ruby>東<rt>とう</rt></ruby></p>';
    expect(htmlOf(run(opened(html, 1, 8), clearFormats))).toBe('<p>One <ruby>東<rt>とう</rt></ruby></p>');
  });
});

describe('marksForTyping', () => {
  it('does not continue a link or a reading, but continues emphasis', () => {
    const html = '<p><em>a<a href="#n">b</a></em></p>';
    expect(marksForTyping(opened(html, 3))?.map((mark) => mark.attrs['tag'])).toEqual(['em']);
    expect(marksForTyping(opened(html, 2))).toBeUndefined();
    expect(marksForTyping(opened('<p><ruby>東<rt>とう</rt></ruby></p>', 4))).toEqual([]);
    expect(marksForTyping(opened('<p><a href="#n">bc</a></p>', 2))).toBeUndefined();
  });

  it('makes typed text a line of verse', () => {
    const [line] = marksForTyping(opened('<p class="text-verse"></p>', 1)) ?? [];
    expect(line?.attrs).toMatchObject({ tag: 'span', attrs: { class: 'text-line' } });
  });
});

describe('toggleQuotation', () => {
  it('puts paragraphs into a quotation, turns it into a letter, and takes them out', () => {
    const quoted = run(opened('<p>One</p>', 1), toggleQuotation('quotation'));
    expect(htmlOf(quoted)).toBe('<blockquote><p>One</p></blockquote>');
    const letter = run(quoted, toggleQuotation('letter'));
    expect(htmlOf(letter)).toBe('<blockquote class="text-flush"><p>One</p></blockquote>');
    expect(toolbarState(letter).quotation).toBe('letter');
    expect(htmlOf(run(letter, toggleQuotation('letter')))).toBe('<p>One</p>');
  });
});

describe('setTextBlock and setAlignment', () => {
  it('keep the id and other classes', () => {
    const html = '<p class="text-center text-space" id="a">One</p>';
    expect(htmlOf(run(opened(html, 2), setTextBlock('h3')))).toBe('<h3 id="a" class="text-center text-space">One</h3>');
    expect(htmlOf(run(opened(html, 2), setAlignment('text-end')))).toBe(
      '<p id="a" class="text-space text-end">One</p>',
    );
    expect(htmlOf(run(opened('<p class="text-center">One</p>', 2), setAlignment(undefined)))).toBe('<p>One</p>');
  });

  it('turn text without an element into a paragraph', () => {
    const html = '<blockquote>One</blockquote>';
    expect(htmlOf(run(opened(html, 3), setAlignment('text-center')))).toBe(
      '<blockquote><p class="text-center">One</p></blockquote>',
    );
  });
});

describe('toggleVerse', () => {
  const STANZAS =
    '<p class="text-verse"><span class="text-line">One</span><br /><span class="text-line"><em>Two</em></span></p>\n' +
    '<p class="text-verse"><span class="text-line">Three</span></p>';

  it('turns paragraphs into stanzas, which empty paragraphs separate, and back', () => {
    const html = '<p>One</p>\n<p><em>Two</em></p>\n<p></p>\n<p>Three</p>';
    expect(htmlOf(run(opened(html, 1, 17), toggleVerse))).toBe(STANZAS);
    expect(htmlOf(run(opened(STANZAS, 1, 15), toggleVerse))).toBe('<p>One</p>\n<p><em>Two</em></p>\n<p>Three</p>');
  });

  it('starts a line, a stanza and a paragraph with Enter', () => {
    const line = run(opened('<p class="text-verse"><span class="text-line">One</span></p>', 4), enterInVerse);
    expect(htmlOf(line)).toBe('<p class="text-verse"><span class="text-line">One</span><br /></p>');
    const stanza = run(line, enterInVerse);
    expect(blocksHtml(stanza.doc)).toBe(
      '<p class="text-verse"><span class="text-line">One</span></p>\n<p class="text-verse"></p>',
    );
    const paragraph = run(stanza, enterInVerse);
    expect(blocksHtml(paragraph.doc)).toBe('<p class="text-verse"><span class="text-line">One</span></p>\n<p></p>');
  });
});

describe('wordCount', () => {
  it('counts as the API does', () => {
    const html = '<h2>The sea</h2>\n<p>It’s <em>well-</em>known:<br />東京</p>\n<ul><li>one</li><li>two</li></ul>';
    expect(wordCount(fromHtml(html, schema).doc)).toBe(wordsIn(html));
  });
});
