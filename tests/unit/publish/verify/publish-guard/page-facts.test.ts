import { describe, expect, it } from 'vitest';
import { CANONICAL, OTHER_BRAND } from '#src/publish/release/index.ts';
import { readHead } from '#src/publish/verify/publish-guard/head-text.ts';
import { createFactsReader, otherBrandsOf } from '#src/publish/verify/publish-guard/page-facts.ts';
import { testBrand } from '../../../../helpers/memory-source.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

const BRANDS = [
  { id: 'test', appName: 'Test Reads', hosts: ['www.test.example'] },
  { id: 'joyfic', appName: 'Joyfic', hosts: ['www.joyfic.example', 'joyfic.example'] },
  { id: 'best', appName: 'Best', hosts: ['best.example'] },
  { id: 'reads', appName: 'Reads', hosts: ['reads.example'] },
];
const others = otherBrandsOf(BRANDS, 'test');

interface HeadChange {
  readonly title?: string;
  readonly description?: string;
  readonly robots?: string;
  readonly canonical?: string | null;
  readonly siteName?: string;
  readonly url?: string;
  readonly model?: unknown;
}

function factsOf(change: HeadChange, brand = testBrand) {
  const {
    title = 'Tags | Test Reads',
    description = 'All tags.',
    robots = 'index, follow',
    siteName = 'Test Reads',
  } = change;
  const { canonical = 'https://www.test.example/tags', url = 'https://www.test.example/tags', model = {} } = change;
  const html = `<!doctype html><html><head><title>${title}</title><script>const x = '<meta name="robots" content="noindex">';</script>
<meta name="description" content="${description}"><meta name="robots" content="${robots}">
${canonical === null ? '' : `<link rel="canonical" href="${canonical}">`}<meta property="og:site_name" content="${siteName}">
<meta property="og:url" content="${url}"></head><body><h1>Joyfic</h1></body></html>`;
  return createFactsReader(brand, others)({ html: bytes(html), path: '/tags', section: 'tags', model });
}

describe('the facts read from the head of a page', () => {
  it('are read with character references decoded, and not from scripts', () => {
    const head = readHead(
      bytes(`<head><title>A &#38; B &lt;3</title><script>"<title>no</title>"</script>
<meta property="og:title" content="say &#34;x > y&#34;"><link rel="alternate" hreflang="es" href="https://a.example/es"></head>
<meta name="robots" content="noindex">`),
    );
    expect(head).toEqual({
      title: 'A & B <3',
      descriptions: ['say "x > y"'],
      siteName: undefined,
      robots: '',
      canonical: undefined,
      addresses: ['https://a.example/es'],
    });
  });

  it('include whether search engines may index the page', () => {
    expect([factsOf({}), factsOf({ robots: 'noindex, follow' }), factsOf({ robots: 'none' })]).toMatchObject([
      { noindex: 0 },
      { noindex: 1 },
      { noindex: 1 },
    ]);
  });

  it.each([
    ['own', 'https://www.test.example/tags'],
    ['none', null],
    ['otherPage', 'https://www.test.example/'],
    ['otherHost', 'http://localhost:4321/tags'],
    ['otherHost', '/tags'],
  ] as const)('include the kind of canonical URL (%s): %s', (name, canonical) => {
    expect(factsOf({ canonical }).canonical).toBe(CANONICAL[name]);
  });

  it('include a hash of the title, which differs for different titles', () => {
    const [one, same, other] = [factsOf({}), factsOf({ description: 'Else.' }), factsOf({ title: 'Tag | Test Reads' })];
    expect(one.title).toBe(same.title);
    expect(one.title).not.toBe(other.title);
    expect(Number.isSafeInteger(one.title)).toBe(true);
  });
});

describe('a page of a book that another brand owns', () => {
  const owner = 'https://www.joyfic.example';
  const brand = { ...testBrand, siblings: [{ id: 'joyfic', origin: owner, locales: ['en'] as const }] };
  const ownerPage = { canonical: `${owner}/tags`, url: `${owner}/tags` };

  it('may have the same page of the other brand as its canonical page', () => {
    expect(factsOf({ ...ownerPage, model: { owner } }, brand)).toMatchObject({
      canonical: CANONICAL.ofOwner,
      otherBrand: OTHER_BRAND.none,
    });
  });

  it.each<[string, HeadChange, typeof testBrand]>([
    ['no owner in the model', { ...ownerPage, model: { owner: null } }, brand],
    ['another path', { canonical: `${owner}/`, url: `${owner}/`, model: { owner } }, brand],
    ['an owner that is not a brand of this installation', { ...ownerPage, model: { owner } }, testBrand],
  ])('is reported if it has %s', (_, change, of) => {
    const { canonical, otherBrand } = factsOf(change, of);
    expect([canonical, otherBrand]).toEqual([CANONICAL.otherHost, OTHER_BRAND.asSite]);
  });

  it("is reported if the owner's host is unknown", () => {
    const foreign = 'https://thief.example';
    const change = { canonical: `${foreign}/tags`, url: `${foreign}/tags`, model: { owner: foreign } };
    expect(factsOf(change, brand).canonical).toBe(CANONICAL.otherHost);
  });
});

describe('the name of another brand on a page', () => {
  it.each<[keyof typeof OTHER_BRAND, string, HeadChange]>([
    ['none', 'nowhere', {}],
    ['none', 'within a longer word', { title: 'Joyfictions | Test Reads' }],
    ['none', "in the brand's own name", { title: 'Reads of all kinds' }],
    [
      'none',
      'in a description, as the title of a book',
      { description: 'Such as Joyfic.', model: { title: 'Joyfic' } },
    ],
    ['inContent', 'in the title of a book', { title: 'Joyfic by Ann', model: { book: { title: 'Joyfic' } } }],
    ['inText', 'in a title that the content does not explain', { title: 'Joyfic novels' }],
    ['inText', 'in a description', { description: 'Novels of Joyfic.' }],
    ['inText', 'by a host in a description', { description: 'See joyfic.example.' }],
    ['asSite', 'in place of the own name in a title', { title: 'Tags | Joyfic' }],
    ['asSite', 'as the name of the site', { siteName: 'Joyfic' }],
    ['asSite', 'by a name that is not a brand, as the name of the site', { siteName: 'undefined' }],
    ['asSite', 'by its host in a URL', { url: 'https://joyfic.example/tags' }],
  ])('is classified as %s: %s', (name, _, change) => {
    expect(factsOf(change).otherBrand).toBe(OTHER_BRAND[name]);
  });
});
