import { describe, expect, it } from 'vitest';
import { reactSource } from '../../../../../scripts/bench/rebuild/element-source.ts';
import { hugoTemplate } from '../../../../../scripts/bench/rebuild/hugo.ts';
import {
  decodeEntities,
  learnTemplate,
  piecesOf,
  type Template,
} from '../../../../../scripts/bench/rebuild/page-template.ts';

const PAGES = [
  '<p class="a" data-n="1">One &amp; all <a href="/x">go</a></p><script>f(1 < 2)</script>',
  '<p class="a" data-n="2">Two <a href="/x">go</a></p><script>f(2)</script>',
  '<ul><li>Another</li></ul>',
];

/** Returns the page that a template and data give. */
const renderedPage = ({ shapes }: Template, { shape, values }: ReturnType<Template['fill']>) =>
  (shapes[shape]?.texts ?? []).map((text, index) => text + (values[index] ?? '')).join('');

describe('piecesOf', () => {
  it('returns pieces that can be joined to the same HTML', () => {
    for (const html of PAGES) {
      const { fixed, values } = piecesOf(html);
      expect(fixed.map((text, index) => text + (values[index] ?? '')).join('')).toBe(html);
    }
  });

  it('distinguishes texts, attributes and scripts', () => {
    const { values, contexts } = piecesOf(PAGES[0] ?? '');
    expect(values).toEqual(['a', '1', 'One &amp; all ', '/x', 'go', 'f(1 < 2)']);
    expect(contexts).toEqual(['attribute', 'attribute', 'text', 'attribute', 'text', 'script']);
  });
});

describe('learnTemplate', () => {
  const template = learnTemplate(PAGES);

  it('creates one template for pages with the same structure, with placeholders only where the pages differ', () => {
    expect(template.shapes.map(({ holes }) => holes)).toEqual([['attribute', 'text', 'script'], []]);
    expect(template.fill(PAGES[1] ?? '')).toEqual({ shape: 0, values: ['2', 'Two ', 'f(2)'] });
  });

  it('creates a template that reproduces every page', () => {
    for (const html of PAGES) expect(renderedPage(template, template.fill(html))).toBe(html);
  });

  it('rejects a page with a different structure', () => {
    expect(() => template.fill('<b>new</b>')).toThrow(/changed/);
  });
});

describe('the templates for other site generators', () => {
  const frames = learnTemplate(['<h1>A</h1><ul><cards></cards></ul>', '<h1>B</h1><ul><cards></cards></ul>']).shapes;
  const cards = learnTemplate(['<li title="1">One</li>', '<li title="2">Two</li>']).shapes;

  it('contain one branch per page structure for Hugo', () => {
    expect(hugoTemplate({ frames, cards })).toBe(
      '{{ if eq .Params.shape "0" }}<h1>{{ .Params.v0 }}</h1><ul>' +
        '{{ range .Params.cards }}{{ if eq .shape "0" }}<li title="{{ .v0 }}">{{ .v1 }}</li>{{ end }}{{ end }}</ul>{{ end }}',
    );
  });

  it('consist of createElement calls for React', () => {
    const source = reactSource({ frames, cards });
    expect(source).toContain('h("h1", {  }, v[0])');
    expect(source).toContain('h("ul", {  }, ...cards)');
    expect(source).toContain('h("li", { "title": v[0] }, v[1])');
  });
});

describe('decodeEntities', () => {
  it('decodes named and numeric entities', () => {
    expect(decodeEntities('a &amp; &lt;b&gt; &#39;c&#x27; &quot; &amp;amp; &unknown;')).toBe(
      `a & <b> 'c' " &amp; &unknown;`,
    );
  });
});
