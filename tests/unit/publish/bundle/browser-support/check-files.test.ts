import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bundleBrand } from '#src/brand/assets.ts';
import { loadBrands } from '#src/brand/registry.ts';
import { ignoredInBrandStyle } from '#src/publish/bundle/browser-support/brand-style.ts';
import {
  inlineIn,
  requireSupport,
  sourceStyles,
  unsupportedIn,
} from '#src/publish/bundle/browser-support/check-files.ts';
import { unsupportedInScript } from '#src/publish/bundle/browser-support/check-script.ts';
import { unsupportedInStyle } from '#src/publish/bundle/browser-support/check-style.ts';
import { REVIEWED_HAS } from '#src/publish/bundle/browser-support/reviewed-has.ts';

const featuresOf = (code: string) => unsupportedInScript(code).map(({ feature }) => feature);
const stylesOf = (css: string) => unsupportedInStyle(css).map(({ feature }) => feature);

describe('the browser support check of scripts', () => {
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

  it('reports which browsers lack a feature, and where the script uses it', () => {
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

describe('the browser support check of style sheets', () => {
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
    ['a:is(p,:has(b)){color:red}', 'css.selectors.has'],
    [':where(a:has(b)) i{color:red}', 'css.selectors.has'],
    ['a:not(:has(b)){color:red}', 'css.selectors.has'],
    ['@scope (a){b{color:red}}', 'css.at-rules.scope'],
    ['@property --x{syntax:"*";inherits:false}', 'css.at-rules.property'],
    ['a{field-sizing:content}', 'css.properties.field-sizing'],
    ['a{mask:url("#a")}', 'css.properties.mask'],
    ['@supports not (color:oklch(0 0 0)){a{color:oklch(0.5 0.1 20)}}', 'css.types.color.oklch'],
  ])('rejects %s', (css, feature) => {
    expect(stylesOf(css)).toContain(feature);
  });

  it.each([
    'a{color:red;color:oklch(0.5 0.1 20)}',
    'a{-webkit-mask:url("#a");mask:url("#a")}',
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

describe("the browser support check of a site's files", () => {
  it('names the file, the feature and the browsers in its findings', () => {
    const files = [{ name: '_astro/page.a1b2c3d4.js', kind: 'script', text: 'Promise.withResolvers()' }] as const;
    expect(() => requireSupport(files)).toThrow(
      /_astro\/page\.a1b2c3d4\.js:1:1 uses javascript\.builtins\.Promise\.withResolvers, which Chrome 109, .*Firefox 115, .*Safari 16\.4/,
    );
  });

  it.each([
    { name: 'shared', text: 'last?.run()', wrong: 'sharedStorage.run("name")' },
    { name: 'YourBooks', text: 'x.login()', wrong: 'navigator.login.setStatus("logged-in")' },
    { name: 'sw', text: 'room.fetch(url)', wrong: 'registration.backgroundFetch.fetch("a", [url])' },
    {
      name: 'reveal',
      text: 'let n=globalThis.CSS?.highlights;n?n.set(e,new Highlight(r)):d(e)',
      wrong: 'CSS.highlights.set(e,new Highlight(r))',
    },
    {
      name: 'react',
      text: 'try{var u=l.startViewTransition(run)}catch{}',
      wrong: 'var u=l.startViewTransition(run)',
    },
  ])(
    'accepts a reviewed use in $name, but only in the named file and only next to its feature test',
    ({ name, text, wrong }) => {
      const inFile = (file: string, code: string) =>
        unsupportedIn({ name: `_astro/${file}.js`, kind: 'script', text: code });
      expect(inFile(`${name}.a1b2c3d4`, text)).toEqual([]);
      expect(inFile('other.a1b2c3d4', text)).not.toEqual([]);
      expect(inFile(`${name}.a1b2c3d4`, wrong)).not.toEqual([]);
    },
  );

  it('rejects an unreviewed use of :has() in a source file', () => {
    const source = (name: string, text: string) => ({ name, kind: 'style', text }) as const;
    const reviewed = source('src/features/translators/translator.css', '.choice:has(:checked) { color: red; }');
    expect(() => requireSupport([], [reviewed])).not.toThrow();
    expect(() => requireSupport([], [{ ...reviewed, name: 'src/shell/styles/page.css' }])).toThrow(
      /src\/shell\/styles\/page\.css:1:1 uses css\.selectors\.has in "\.choice:has\(:checked\)", which Firefox 115/,
    );
    expect(() =>
      requireSupport([], [source('src/features/translators/translator.css', '.page:has(h1) { color: red; }')]),
    ).toThrow(/in "\.page:has\(h1\)"/);
  });

  it('recognises a reviewed use of :has() in minified style sheets', () => {
    const emitted = (text: string) => unsupportedIn({ name: '_astro/Ab12.css', kind: 'style', text });
    expect(emitted('p:not([class],:has(>br,>img))+p:not([class],:has(>br,>img)){text-indent:0}')).toEqual([]);
    expect(emitted(':is(.choice:has(:focus-visible),.story:has(:focus-visible)){color:red}')).toEqual([]);
    expect(emitted(':is(.choice:has(:focus-visible),.other:has(:focus-visible)){color:red}')).toHaveLength(1);
  });

  it('rejects an unsupported selector that makes browsers drop the other selectors in its list', () => {
    const text = '.story,.choice:has(:checked){color:red}';
    expect(unsupportedIn({ name: '_astro/Ab12.css', kind: 'style', text })).toEqual([
      expect.stringContaining('also drops the rule for ".story"'),
    ]);
  });

  it('lists only reviewed uses of :has() that still occur in the named file', async () => {
    const sources = new Map((await sourceStyles('.')).map(({ name, text }) => [name, text.replaceAll(/\s+/g, ' ')]));
    for (const [file, entries] of Object.entries(REVIEWED_HAS))
      for (const { selector } of entries) expect(sources.get(file), file).toContain(selector);
  });

  it('finds no unreviewed use of :has() in the sources', async () => {
    const sources = await sourceStyles('.');
    expect(sources.length).toBeGreaterThan(50);
    expect(() => requireSupport([], sources)).not.toThrow();
  });

  it('checks inline scripts and styles of pages, but not data blocks', () => {
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
    expect(ignoredInBrandStyle(readFileSync(name, 'utf8'))).toEqual([]);
  });

  it('accepts the style sheets generated for the shipped brands', async () => {
    for (const brand of await loadBrands(resolve('brands'))) {
      const { files } = await bundleBrand(brand, resolve('node_modules'));
      const sheets = files.filter(({ url }) => url.endsWith('.css'));
      expect(sheets).toHaveLength(1);
      for (const { url, content } of sheets)
        expect(unsupportedIn({ name: url, kind: 'style', text: content.toString() })).toEqual([]);
    }
  });
});
