import { describe, expect, it } from 'vitest';
import { hasOwnIndents } from '#src/features/reader/text/own-indents.ts';

describe('hasOwnIndents', () => {
  it.each([
    ['ideographic spaces', '<p>　川は流れた。</p>'],
    ['two ideographic spaces within markup', '<p id="a">\n<span class="text-small"><em>　　江水</em></span></p>'],
    ['an em space', '<p>\u2003Le fleuve coulait.</p>'],
    ['no-break spaces', '<p>&nbsp;&nbsp;The river ran.</p>'],
    ['ideographic spaces, except in dialogue', `<p>　川は流れた。</p>${'<p>「はい」</p>'.repeat(9)}`],
  ])('is true for a text that is indented by %s', (_name, html) => {
    expect(hasOwnIndents(html)).toBe(true);
  });

  it.each([
    ['without spaces', '<p>川は流れた。</p>'],
    ['with spaces elsewhere', '<p>川は　流れた。</p><h2>　第一章</h2>'],
    ['with a single no-break space', '<p>&nbsp;</p><p>« Oui. »</p>'],
    ['with a single indented paragraph among many', `<p>　署名</p>${'<p>川は流れた。</p>'.repeat(20)}`],
    ['that is empty', ''],
  ])('is false for a text %s', (_name, html) => {
    expect(hasOwnIndents(html)).toBe(false);
  });
});
