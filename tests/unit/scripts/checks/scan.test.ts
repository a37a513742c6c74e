import { describe, expect, it } from 'vitest';
import { importsOf } from '../../../../scripts/checks/scan.ts';

describe('importsOf', () => {
  it.each([
    ["import { a } from './a.ts';", './a.ts', false],
    ["import './a.css';", './a.css', false],
    ["import type { A } from './a.ts';", './a.ts', true],
    ["import { type A } from './a.ts';", './a.ts', false],
    ["export { a } from './a.ts';", './a.ts', false],
    ["export type { A } from './a.ts';", './a.ts', true],
    ["export * from './a.ts';", './a.ts', false],
    ["const a = await import('./a.ts');", './a.ts', false],
    ["let a: import('./a.ts').A;", './a.ts', true],
    ["const all = import.meta.glob('./*.ts');", 'import.meta.glob', false],
  ])('reads %s', (code, specifier, typeOnly) => {
    expect(importsOf('src/lib/x.ts', code)).toEqual([{ specifier, typeOnly, line: 1 }]);
  });

  it.each(['const a = "import x from y";', "// import './a.ts'", 'export const a = 1;', 'await import(name);'])(
    'finds nothing in %s',
    (code) => {
      expect(importsOf('src/lib/x.ts', code)).toEqual([]);
    },
  );

  it('reads TSX', () => {
    const code = "import { a } from './a.ts';\nexport const B = () => <p title={a}>import</p>;\n";
    expect(importsOf('src/islands/B.tsx', code)).toMatchObject([{ specifier: './a.ts' }]);
  });

  it('reads the frontmatter and module scripts of .astro files, at their lines', () => {
    const code = [
      '---',
      "import Card from './Card.astro';",
      '---',
      "<p>import './text.ts'</p>",
      "<script is:inline>import './inline.ts'</script>",
      '<script>',
      "  import { wake } from '../islands/wake.ts';",
      '</script>',
    ].join('\n');
    expect(importsOf('src/pages/a.astro', code)).toEqual([
      { specifier: './Card.astro', typeOnly: false, line: 2 },
      { specifier: '../islands/wake.ts', typeOnly: false, line: 7 },
    ]);
  });
});
