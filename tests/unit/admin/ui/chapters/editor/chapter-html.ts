import fc from 'fast-check';
import { ALLOWED_TAGS } from '#src/contract/chapter/chapter-markup.ts';

/** Which elements the generator may put into an element: blocks or text, only text, or certain elements. */
const STRUCTURES: Readonly<Record<string, readonly string[]>> = {
  ul: ['li'],
  ol: ['li'],
  dl: ['dt', 'dd'],
  table: ['caption', 'colgroup', 'thead', 'tbody', 'tfoot', 'tr'],
  colgroup: ['col'],
  thead: ['tr'],
  tbody: ['tr'],
  tfoot: ['tr'],
  tr: ['th', 'td'],
};
const TEXT_BLOCKS = ['p', 'h2', 'h3', 'h4', 'pre'];
const BLOCKS = [...TEXT_BLOCKS, 'hr', 'blockquote', 'aside', 'ul', 'ol', 'dl', 'table', 'figure'];
const PARTS = [
  'li',
  'dt',
  'dd',
  'caption',
  'th',
  'td',
  'figcaption',
  'thead',
  'tbody',
  'tfoot',
  'tr',
  'colgroup',
  'col',
];
const VOID = ['br', 'hr', 'img', 'col', 'wbr'];
const INLINE = ALLOWED_TAGS.filter((tag) => ![...BLOCKS, ...PARTS].includes(tag));

const TEXTS = ['Rain', ' fell ', 'a < b & "c"', '\u00a0', 'x\n y', '東京', '&amp;', ' '];
const ATTRIBUTES = [
  'class="text-verse"',
  'class="text-line text-indent-3"',
  'class="text-note"',
  'class="text-center text-space"',
  'class="text-pre"',
  'id="n-1"',
  'lang="la"',
  'dir="rtl"',
];
const OWN_ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  a: ['href="#n-1"', 'href="chapter:7#b-2"', 'href="https://example.org/?a=1&amp;b=2"'],
  img: [
    'src="/media/pictures/ab.webp" alt="" width="10" height="20"',
    'src="/media/pictures/a.png" alt="A &quot;b&quot;"',
  ],
  ol: ['start="3"', 'reversed'],
  li: ['value="4"'],
  td: ['colspan="2"'],
  th: ['scope="row" rowspan="2"'],
  abbr: ['title="so &lt; called"'],
};

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const attributesOf = (tag: string) =>
  fc
    .tuple(
      fc.option(fc.constantFrom(...(OWN_ATTRIBUTES[tag] ?? [''])), { freq: 4 }),
      fc.option(fc.constantFrom(...ATTRIBUTES), { freq: 2 }),
    )
    .map(([own, common]) => [own ?? (tag === 'img' ? OWN_ATTRIBUTES['img']?.[0] : ''), common ?? ''].filter(Boolean))
    .map((attributes) => attributes.map((attribute) => ` ${attribute}`).join(''));

const elementOf = (tag: string, content: fc.Arbitrary<string>) =>
  fc
    .tuple(attributesOf(tag), content)
    .map(([attributes, inside]) =>
      VOID.includes(tag) ? `<${tag}${attributes}>` : `<${tag}${attributes}>${inside}</${tag}>`,
    );

const joined = (parts: fc.Arbitrary<string>, minLength: number, separator = '') =>
  fc.array(parts, { minLength, maxLength: 4 }).map((all) => all.join(separator));

/** Building an arbitrary takes longer than using it. */
function memoized<A extends unknown[]>(build: (...args: A) => fc.Arbitrary<string>) {
  const built = new Map<string, fc.Arbitrary<string>>();
  return (...args: A): fc.Arbitrary<string> => {
    const key = args.join();
    const arbitrary = built.get(key) ?? build(...args);
    built.set(key, arbitrary);
    return arbitrary;
  };
}

/** A text with inline elements, nested up to `depth` deep. */
const inline = memoized((depth: number): fc.Arbitrary<string> => {
  const text = fc.constantFrom(...TEXTS).map(escaped);
  if (depth === 0) return joined(text, 0);
  // HTML does not allow links within links, and the parser closes the first one.
  const elements = INLINE.map((tag) => elementOf(tag, inline(tag === 'a' ? 0 : depth - 1)));
  return joined(fc.oneof({ weight: 2, arbitrary: text }, ...elements), 0);
});

const block = memoized((tag: string, depth: number): fc.Arbitrary<string> => {
  const parts = STRUCTURES[tag];
  if (parts) return elementOf(tag, joined(fc.oneof(...parts.map((part) => block(part, depth - 1))), 1, '\n'));
  if (TEXT_BLOCKS.includes(tag) || depth <= 0) return elementOf(tag, inline(2));
  const inside = tag === 'figure' ? ['img', 'figcaption', 'p'] : BLOCKS;
  const flow = fc.oneof(
    ...inside.map((name) => (name === 'img' ? elementOf('img', fc.constant('')) : block(name, depth - 2))),
  );
  return elementOf(tag, fc.oneof(inline(2), joined(flow, 1, '\n')));
});

/** HTML of a chapter with every allowed element, before it is sanitised. */
export const chapterHtml = (): fc.Arbitrary<string> =>
  joined(fc.oneof(...BLOCKS.map((tag) => block(tag, 3)), inline(2)), 0, '\n');
