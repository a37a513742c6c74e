import { describe, expect, it } from 'vitest';
import { readEpub } from '#src/api/epub/index.ts';
import { readManuscript } from '#src/api/manuscript/read.ts';
import { makeEpub, prose } from './make-epub.ts';

const HEBREW = 'הנהר היה גבוה באותו אביב';
const METADATA = (language: string) =>
  `<dc:identifier id="uid">x</dc:identifier><dc:title>T</dc:title><dc:language>${language}</dc:language>`;
const htmlOf = async (body: string, language: string) => {
  const document = body.startsWith('<?xml') ? body : `<h2>I</h2>${body}`;
  const { chapters } = await readEpub(makeEpub({ documents: { 'a.xhtml': document }, metadata: METADATA(language) }));
  return chapters[0]?.html ?? '';
};

describe('the text direction of blocks', () => {
  it('depends on the script of the text if the book declares the wrong language', async () => {
    const html = await htmlOf(
      `${prose()}<p>${HEBREW}</p><ul><li>${HEBREW}</li></ul><p>The word ${HEBREW.slice(0, 4)} is Hebrew.</p>`,
      'en',
    );
    expect(html).toContain(`<p dir="rtl">${HEBREW}</p><ul dir="rtl"><li>${HEBREW}</li></ul><p>The word`);
    expect(html).toMatch(/^<p>lamp0/);
  });

  it("is inherited from containers that are not part of the chapter's HTML", async () => {
    const html = await htmlOf(
      `<div dir="rtl"><p>1234</p>Loose <div dir="ltr"><p>5678</p></div><p style="text-align: right">90</p></div>`,
      'en',
    );
    expect(html).toBe('<p dir="rtl">1234</p><p dir="rtl">Loose </p><p>5678</p><p dir="rtl">90</p>');
  });

  it('is set on left-to-right sentences in a right-to-left book, but not on single words', async () => {
    const html = await htmlOf(`<p>${HEBREW}</p><p>This is written in English.</p><p>OK</p>`, 'he');
    expect(html).toBe(`<p>${HEBREW}</p><p dir="ltr">This is written in English.</p><p>OK</p>`);
  });

  it('is inherited from the root element', async () => {
    const document = `<?xml version="1.0"?><html dir="rtl"><body><h2>I</h2><p>12 ${'ab '.repeat(20)}</p></body></html>`;
    expect(await htmlOf(document, 'en')).toContain('<p dir="rtl">12');
  });

  it('is also set for blocks of manuscripts', () => {
    const source = `# A\n\n## One\n\nThe river ran high that spring.\n\n${HEBREW}\n\n## Two\n\nText.`;
    const { chapters } = readManuscript(new TextEncoder().encode(source), 'a.md', { language: 'en' });
    expect(chapters[0]?.html).toContain(`<p dir="rtl">${HEBREW}</p>`);
  });
});
