import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { storedChapterHtml } from '#src/admin/server/content/chapter-text.ts';
import { fromHtml } from '#src/admin/ui/chapters/editor/from-html.ts';
import { chapterSchema } from '#src/admin/ui/chapters/editor/schema.ts';
import { blocksHtml, toHtml } from '#src/admin/ui/chapters/editor/to-html.ts';
import { chapterHtml } from './chapter-html.ts';

const schema = chapterSchema();

/** The document as if every block had been edited: without the HTML from which it was read. */
const edited = (doc: ReturnType<typeof schema.node>) => schema.nodeFromJSON(doc.toJSON());

describe('the editor of chapters', () => {
  it('reads and writes every sanitised text without a change, and edited blocks without loss', () => {
    fc.assert(
      fc.property(chapterHtml(), (raw) => {
        const html = storedChapterHtml(raw);
        const { doc, problem } = fromHtml(html, schema);
        expect(problem).toBeUndefined();
        doc.check();
        expect(toHtml(doc)).toBe(html);
        const written = blocksHtml(edited(doc));
        const again = fromHtml(written, schema);
        expect(again.problem).toBeUndefined();
        expect(again.doc.toJSON()).toEqual(doc.toJSON());
        expect(blocksHtml(edited(again.doc))).toBe(written);
        expect(storedChapterHtml(written)).toBe(written);
      }),
      { numRuns: 300 },
    );
  });
});
