import { noise, pieces, type Random } from './random.ts';

/** Returns a hostile file or image. */
export type Make = (random: Random) => string | Uint8Array;

const LETTERS = ['a', '*', '_', '~', '`', '[', ']', '(', ')', '!', '<', '>', '#', '-', '|', '\\', '&', '\n', ' ', '"'];

export const MARKDOWN: Readonly<Record<string, Make>> = {
  columns: (random) => {
    const count = random.size(300, 60_000);
    return `|${'a|'.repeat(count)}\n|${'-|'.repeat(count)}\n${'|a\n'.repeat(random.size(1, 100))}`;
  },
  rows: (random) => {
    const count = random.size(100, 199);
    return `|${'a|'.repeat(count)}\n|${'-|'.repeat(count)}\n${'|\n'.repeat(random.size(1000, 100_000))}`;
  },
  quotations: (random) => `${'>'.repeat(random.size(1000, 100_000))}x`,
  lists: (random) => pieces(random.size(100, 2000), (n) => `${' '.repeat(n * 2)}- x\n`),
  emphasis: (random) =>
    random.pick(['*a _b ', '**a', '~a~~', '_a*', '***a*', 'a**b_']).repeat(random.size(2000, 60_000)),
  brackets: (random) => random.pick(['[', '![[](', '[a](', '[a][', '[]()', '![']).repeat(random.size(5000, 100_000)),
  definitions: (random) => {
    const count = random.size(1000, 40_000);
    return `${pieces(count, (n) => `[a${n}]: x "${n}"\n`)}\n${'[a1] '.repeat(count)}`;
  },
  code: (random) => pieces(random.size(100, 1500), (n) => `${'`'.repeat(n + 1)} x `),
  markup: (random) => random.pick(['<a ', '<!--', '<b>x', '<!', '<?x', '<a@b.']).repeat(random.size(5000, 200_000)),
  addresses: (random) => random.pick(['a@b.', 'www.', 'https://a.', 'a.b@']).repeat(random.size(5000, 100_000)),
  fields: (random) => `---\n${random.pick(['a: ', 'title:\t', '\n'])}${' '.repeat(random.size(1e4, 1e6))}b\n--\nx`,
  soup: (random) => pieces(random.size(1e4, 3e5), () => random.pick(LETTERS)),
};

export const HTML: Readonly<Record<string, Make>> = {
  depth: (random) => {
    const [tag, count] = [random.pick(['b', 'div', 'table><tr><td', 'ul><li', 'ruby']), random.size(300, 200_000)];
    return `<p>x</p>${`<${tag}>`.repeat(count)}x`;
  },
  belowDepth: (random) =>
    `${random.pick(['<b>', '<i>', '<a href="#x">', '<font>']).repeat(390)}${'<p>x'.repeat(random.size(1e4, 3e5))}`,
  attributes: (random) => `<p ${pieces(random.size(1e4, 3e5), (n) => `a${n}="${n}" `)}>x</p>`,
  value: (random) => `<p id="${noise(random, random.size(1e5, 7e6))}">x</p>`,
  entities: (random) =>
    random.pick(['&', '&notit;', '&#x41;', '&amp', '&CounterClockwiseContourIntegral;']).repeat(random.size(1e4, 2e5)),
  tables: (random) =>
    `<table>${random.pick(['x', '<tr><td>x', '<td>x', '<tbody>', '<caption>'])}`.repeat(random.size(50, 390)) +
    '<td>x'.repeat(random.size(1e4, 1e5)),
  unclosed: (random) =>
    random
      .pick(['<p><b>x', '<a href=x>', '<p a="', '<', '<!--', '</p>', '<li>x', '<nobr>'])
      .repeat(random.size(1e4, 3e5)),
  pictures: (random) => random.pick(['<img>', 'x<img>', '<a>x<img src="y">']).repeat(random.size(1e4, 2e5)),
  frames: (random) =>
    random
      .pick([
        '<iframe>x<b>',
        '<svg><p>',
        '<math><mi>',
        '<script>',
        '<template>',
        '<select><option>',
        '<![CDATA[',
        '<plaintext>',
      ])
      .repeat(random.size(1e3, 1e5)),
};

export const PLAIN: Readonly<Record<string, Make>> = {
  line: (random) => random.pick(['word ', 'x', '漢', '\u0301', "a'"]).repeat(random.size(1e5, 2e6)),
  blanks: (random) => `${random.pick([' ', '\n ', '\r', '\t\n', '\u00a0\n'])}`.repeat(random.size(1e5, 2e6)),
  titles: (random) =>
    random.pick(['Chapter I\n\n', 'I\n', 'IV\n\nx\n\n', 'Part 1\n\nChapter 1\n\nx\n\n']).repeat(random.size(1e4, 3e5)),
  rules: (random) => random.pick(['* * *\n\nx\n\n', '---\n\n', '###\n\n']).repeat(random.size(1e4, 3e5)),
  utf16: (random) =>
    new Uint8Array([0xff, 0xfe, ...Buffer.from('\ud800a'.repeat(random.size(1e3, 1e5)), 'utf16le'), 0xd8]),
  broken: (random) => Uint8Array.from({ length: random.size(1e4, 1e6) }, () => Math.floor(random.next() * 256)),
  almostUtf8: (random) =>
    Buffer.concat([Buffer.from('Chapter 1\n\né '.repeat(random.size(1e3, 1e5))), Buffer.from([0xc3])]),
  large: (random) => 'x'.repeat(random.size(8.5e6, 2e7)),
};

/**
 * Texts for chapters. They are cut at the limit for chapters, because longer ones are rejected before they are read.
 */
export const CHAPTERS: Readonly<Record<string, Make>> = Object.fromEntries(
  Object.entries(HTML).map(([name, make]) => [name, (random: Random) => String(make(random)).slice(0, 512 * 1024)]),
);
