import { describe, expect, it } from 'vitest';
import { checkPart, fillPart } from '../../../../scripts/checks/generated-docs.ts';
import { pageTables } from '../../../../scripts/checks/page-tables.ts';

const page = 'One\n\n<!-- parts -->\nold\n<!-- end -->\n\nTwo\n';
const part = (text: string) => ({ file: 'docs/x.md', name: 'parts', text });

describe('a generated part of a docs page', () => {
  it('replaces the text between its markers and nothing else', () => {
    expect(fillPart(page, part('new\n'))).toBe('One\n\n<!-- parts -->\nnew\n<!-- end -->\n\nTwo\n');
  });

  it('is reported with the line of its marker if it is out of date', () => {
    expect(checkPart(page, part('new\n'))).toMatchObject([{ file: 'docs/x.md', line: 3 }]);
    expect(checkPart(page, part('old\n'))).toEqual([]);
  });

  it('throws an error if the page has no markers for it', () => {
    expect(() => fillPart('One\n', part('new\n'))).toThrow('docs/x.md has no <!-- parts -->');
  });
});

describe('the generated tables of pages', () => {
  it('list prerendered pages and pages rendered on request separately, with URL and query', () => {
    const { prerendered, rendered } = pageTables();
    expect(prerendered).toContain(
      '| genre | `/genres/{id}/{name}` | `/genres/{id}`, any other name | `status`, `length`, `order` |',
    );
    expect(rendered).toContain('| help event | `/invited-to-help/{book id}/{event id}` |');
    expect(rendered).not.toContain('| genre |');
  });
});
