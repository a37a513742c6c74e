import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inlineIn, requireSupport, unsupportedIn } from '#src/site-bundle/browser-support/check-files.ts';
import { unsupportedInScript } from '#src/site-bundle/browser-support/check-script.ts';
import { unsupportedInStyle } from '#src/site-bundle/browser-support/check-style.ts';

const featuresOf = (code: string) => unsupportedInScript(code).map(({ feature }) => feature);
const stylesOf = (css: string) => unsupportedInStyle(css).map(({ feature }) => feature);

describe('the check of a script', () => {
  it.each([
    ['Promise.withResolvers()', 'javascript.builtins.Promise.withResolvers'],
    ['const { withResolvers } = Promise;', 'javascript.builtins.Promise.withResolvers'],
    ['globalThis.Promise["withResolvers"]()', 'javascript.builtins.Promise.withResolvers'],
    ['window.URL.canParse(x)', 'api.URL.canParse_static'],
    ['AbortSignal.any([a])', 'api.AbortSignal.any_static'],
    ['Object.groupBy(list, key)', 'javascript.builtins.Object.groupBy'],
    ['list.toSorted()', 'javascript.builtins.Array.toSorted'],
    ['one.union(other)', 'javascript.builtins.Set.union'],
    ['map.values().map(String)', 'javascript.builtins.Iterator.map'],
    ['text.matchAll(/a/g).toArray()', 'javascript.builtins.Iterator.toArray'],
    ['new Intl.DurationFormat("en")', 'javascript.builtins.Intl.DurationFormat'],
    ['new URLPattern({})', 'api.URLPattern'],
    ['requestIdleCallback(run)', 'api.Window.requestIdleCallback'],
    ['window.requestIdleCallback(run)', 'api.Window.requestIdleCallback'],
    ['navigator.share({})', 'api.Navigator.share'],
    ['element.showPopover()', 'api.HTMLElement.showPopover'],
    ['document.startViewTransition(run)', 'api.Document.startViewTransition'],
    ['if (!document.startViewTransition) document.startViewTransition(run)', 'api.Document.startViewTransition'],
    ['if ("other" in document) document.startViewTransition(run)', 'api.Document.startViewTransition'],
  ])('rejects %s', (code, feature) => {
    expect(featuresOf(code)).toContain(feature);
  });

  it.each(['/[a--b]/v', 'import data from "./x.json" with { type: "json" };', '/(?i:a)b/'])(
    'rejects the syntax of %s',
    (code) => {
      expect(featuresOf(code)).toEqual([expect.stringContaining('syntax newer than ECMAScript 2023')]);
    },
  );

  it.each([
    'document.startViewTransition?.(run)',
    'if ("startViewTransition" in document) document.startViewTransition(run)',
    'if (`startViewTransition`in document) document.startViewTransition(run)',
    '"share" in navigator && navigator.share({})',
    'typeof requestIdleCallback === "function" ? requestIdleCallback(run) : run()',
    'function run() { if (!("Segmenter" in Intl)) return; return new Intl.Segmenter("en").segment(text); }',
    '[...list].sort()',
    'Object.values(map).map(String)',
    '[...map.values()].map(String)',
    'const URLPattern = make(); new URLPattern()',
    'Object.hasOwn(x, "a"); list.at(-1); list.findLast(is); structuredClone(x); AbortSignal.timeout(1)',
    'class A { #x = 1; static { run(); } get y() { return #x in this; } }',
  ])('accepts %s', (code) => {
    expect(featuresOf(code)).toEqual([]);
  });

  it('reports the browsers that lack a feature, and its position', () => {
    expect(unsupportedInScript('run();\n  list.toSorted();')).toEqual([
      {
        feature: 'javascript.builtins.Array.toSorted',
        lackedBy: ['Chrome 109', 'Chrome 109 for Android'],
        line: 2,
        column: 3,
      },
    ]);
  });
});

describe('the check of a style sheet', () => {
  it.each([
    ['a{color:light-dark(red,blue)}', 'css.types.color.light-dark'],
    [':root{--x:light-dark(red,blue)}', 'css.types.color.light-dark'],
    ['a{color:oklch(0.5 0.1 20)}', 'css.types.color.oklch'],
    ['a{color:red;color:var(--x,oklch(0.5 0.1 20))}', 'css.types.color.oklch'],
    ['a{color:rgb(from red r g b)}', 'css.types.color.rgb.relative_syntax'],
    ['a{&:hover{color:red}}', 'css.selectors.nesting'],
    ['a{b{color:red}}', 'css.selectors.nesting'],
    ['a:has(b){color:red}', 'css.selectors.has'],
    ['p,a:has(b){color:red}', 'css.selectors.has'],
    ['@scope (a){b{color:red}}', 'css.at-rules.scope'],
    ['@property --x{syntax:"*";inherits:false}', 'css.at-rules.property'],
    ['a{field-sizing:content}', 'css.properties.field-sizing'],
    ['@supports not (color:oklch(0 0 0)){a{color:oklch(0.5 0.1 20)}}', 'css.types.color.oklch'],
  ])('rejects %s', (css, feature) => {
    expect(stylesOf(css)).toContain(feature);
  });

  it.each([
    'a{color:red;color:oklch(0.5 0.1 20)}',
    '@supports (color:oklch(0 0 0)){a{color:oklch(0.5 0.1 20)}}',
    '@supports selector(a:has(b)){a:has(b){color:red}}',
    'a:is(b,:popover-open){color:red}',
    'a::before{content:"light-dark(red,blue) :has(b)"}',
    '@layer a{b{inset:0;gap:1px;aspect-ratio:1;color:rgb(0 0 0/50%)}}@container (width>1px){a{color:red}}',
    '@keyframes a{from{color:red}to{color:blue}}',
  ])('accepts %s', (css) => {
    expect(stylesOf(css)).toEqual([]);
  });
});

describe('the check of the files of a site', () => {
  it('fails with the file, the feature and the browsers', () => {
    const files = [{ name: '_astro/page.a1b2c3d4.js', kind: 'script', text: 'Promise.withResolvers()' }] as const;
    expect(() => requireSupport(files)).toThrow(
      /_astro\/page\.a1b2c3d4\.js:1:1 uses javascript\.builtins\.Promise\.withResolvers, which Chrome 109, .*Firefox 115, .*Safari 16\.4/,
    );
  });

  it('accepts a reviewed use only in its file', () => {
    const text = 'let { connection } = navigator;';
    expect(unsupportedIn({ name: '_astro/on-use.a1b2c3d4.js', kind: 'script', text })).toEqual([]);
    expect(unsupportedIn({ name: '_astro/other.a1b2c3d4.js', kind: 'script', text })).toHaveLength(1);
  });

  it('reads inline scripts and styles of pages, but not data blocks', () => {
    const html =
      '<script>URL.canParse(a)</script><script type="application/ld+json">{"a":1}</script><script type="module" src="/a.js"></script>' +
      '<style>a:has(b){}</style><script type="speculationrules">{}</script><script type="module">x()</script>';
    expect(inlineIn('a.html', html).map(({ kind, text }) => [kind, text])).toEqual([
      ['script', 'URL.canParse(a)'],
      ['style', 'a:has(b){}'],
      ['script', 'x()'],
    ]);
  });

  it.each(globSync('brands/*/layout.css'))('accepts the shipped %s', (name) => {
    expect(unsupportedIn({ name, kind: 'style', text: readFileSync(name, 'utf8') })).toEqual([]);
  });
});
