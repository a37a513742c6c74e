import { describe, expect, it } from 'vitest';
import { storedChapterHtml } from '#src/admin/server/content/chapter-text.ts';
import { pastedHtml } from '#src/api/manuscript/pasted.ts';

const stored = (html: string) => storedChapterHtml(pastedHtml(html));

describe('pastedHtml, which converts the clipboard of other programs', () => {
  it('keeps emphasis, headings, scene breaks and lists from Google Docs, and no fonts', () => {
    const text = (style: string, content: string) =>
      `<span style="font-size:11pt;font-family:Arial;${style}">${content}</span>`;
    expect(
      stored(
        `<meta charset="utf-8"><b style="font-weight:normal" id="docs-internal-guid-7"><h2 dir="ltr">${text('font-weight:400', 'Rain')}</h2>` +
          `<p dir="ltr">${text('font-weight:400;font-style:normal', 'It ')}${text('font-style:italic', 'fell')}${text('font-weight:700', ' hard.')}</p>` +
          `<p dir="ltr">${text('', '***')}</p><ul><li dir="ltr"><p dir="ltr">${text('', 'One')}</p></li></ul><br></b>`,
      ),
    ).toBe('<h2>Rain</h2><p>It <em>fell</em><strong> hard.</strong></p><hr /><ul><li><p>One</p></li></ul>');
  });

  it('keeps formats, alignment and notes from Word, and no scripts', () => {
    expect(
      stored(
        `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style><!-- p.MsoNormal {margin:0cm; font-size:11.0pt} span.Foo {font-style:italic} --></style></head>` +
          `<body lang=EN-US><!--StartFragment--><p class=MsoNormal><b>Bold</b>, <span class=Foo>slanted</span><o:p></o:p></p>` +
          `<p class=MsoNormal align=center style='text-align:center'>Centred<a href="#_ftn1" name="_ftnref1">[1]</a><o:p></o:p></p><script>alert(1)</script>` +
          `<div style='mso-element:footnote-list'><div style='mso-element:footnote' id=ftn1><p class=MsoFootnoteText><a href="#_ftnref1" name="_ftn1">[1]</a> A note.</p></div></div><!--EndFragment--></body></html>`,
      ),
    ).toBe(
      '<p><b>Bold</b>, <em>slanted</em></p>' +
        '<p class="text-center">Centred<sup><a href="#b-0-_ftn1" id="b-0-_ftnref1" class="text-note-ref">[1]</a></sup></p>' +
        '<aside class="text-note"><p><a href="#b-0-_ftnref1" id="b-0-_ftn1" class="text-note-back">[1]</a> A note.</p></aside>',
    );
  });

  it('keeps pictures of chapters, and no other pictures', () => {
    expect(stored('<p>a<img src="/media/pictures/a.webp" alt="b"><img src="https://example.org/c.png"></p>')).toBe(
      '<p>a<img src="/media/pictures/a.webp" alt="b" class="text-inline" /></p>',
    );
  });
});
