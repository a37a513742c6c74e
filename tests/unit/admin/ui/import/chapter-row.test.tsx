import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { ChapterRow } from '#src/admin/ui/import/ChapterRow.tsx';

// The admin has its own copy of React.
const adminRequire = createRequire(new URL('../../../../../src/admin/ui/main.tsx', import.meta.url));
const { createElement } = adminRequire('react') as typeof import('react');
const { renderToStaticMarkup } = adminRequire('react-dom/server') as typeof import('react-dom/server');

describe('a chapter in the plan of an import', () => {
  it('has its title, part and first words in the language of the book', () => {
    const chapter = { title: 'הנהר', part: 'חלק א', kind: 'chapter' as const, pieces: [] };
    const html = renderToStaticMarkup(
      createElement(ChapterRow, {
        chapter,
        place: 0,
        count: 1,
        part: chapter.part,
        language: 'he',
        details: '',
        begins: 'הנהר גאה.',
        oddities: [],
        onAction: () => {},
        onTitle: () => {},
      }),
    );
    expect(html.match(/lang="he"/g)).toHaveLength(3);
    expect(html.match(/dir="auto"/g)).toHaveLength(3);
  });
});
