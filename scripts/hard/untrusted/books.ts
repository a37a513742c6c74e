import { item, makeEpub, navPoint, prose } from '../../../tests/unit/api/epub/make-epub.ts';
import { DRAWINGS } from './pictures.ts';
import { noise, pieces, type Random } from './random.ts';
import { HTML, type Make } from './texts.ts';

const TEXT = prose(400);
const withMetadata = (more: string) => `<dc:title>Book</dc:title><dc:creator>A</dc:creator>${more}`;
const one = { 'a.xhtml': TEXT };

export const BOOKS: Readonly<Record<string, Make>> = {
  spine: (random) =>
    makeEpub({
      documents: { 'a.xhtml': prose(random.size(100, 40_000)) },
      spineEnd: '<itemref idref="d0"/>'.repeat(random.size(100, 40_000)),
    }),
  manifest: (random) =>
    makeEpub({
      documents: one,
      manifest: pieces(
        random.size(5000, 60_000),
        (n) => `<item id="m${n}" href="${random.pick(['a', `x${n}`])}.xhtml" media-type="application/xhtml+xml"/>`,
      ),
    }),
  documents: (random) =>
    makeEpub({
      documents: Object.fromEntries(
        Array.from({ length: random.size(100, 4000) }, (_, n) => [`${n}.xhtml`, prose(30)]),
      ),
    }),
  bomb: (random) => makeEpub({ documents: one, files: { 'OEBPS/b.bin': new Uint8Array(random.size(1e6, 2e8)) } }),
  bombs: (random) =>
    makeEpub({
      documents: one,
      files: Object.fromEntries(
        Array.from({ length: random.size(10, 400) }, (_, n) => [`OEBPS/${n}.bin`, new Uint8Array(1_000_000)]),
      ),
    }),
  overlap: (random) =>
    overlapping(makeEpub({ documents: { 'a.xhtml': TEXT, 'b.xhtml': prose(random.size(100, 5000)) } })),
  nav: (random) =>
    makeEpub({
      documents: { 'a.xhtml': pieces(random.size(1000, 15_000), (n) => `<p id="f${n}">x</p>`) },
      nav: pieces(random.size(1000, 30_000), (n) => item(`a.xhtml#f${n}`, `Chapter ${n}`)),
    }),
  deepNav: (random) => {
    let nav = '';
    for (let level = random.size(50, 5000); level > 0; level -= 1) nav = item('a.xhtml', `Part ${level}`, nav);
    return makeEpub({ documents: one, nav });
  },
  ncx: (random) =>
    makeEpub({ documents: one, ncx: pieces(random.size(1000, 30_000), (n) => navPoint(`n${n}`, 'a.xhtml', `${n}`)) }),
  deepNcx: (random) => {
    let ncx = '';
    for (let level = random.size(50, 5000); level > 0; level -= 1)
      ncx = navPoint(`n${level}`, 'a.xhtml', `${level}`, ncx);
    return makeEpub({ documents: one, ncx });
  },
  description: (random) => {
    const text = noise(random, random.size(1e5, 5e6));
    const markup = random.pick(['&lt;p&gt;', '\n\n', ' ', '&lt;b&gt;']);
    return makeEpub({
      documents: one,
      metadata: withMetadata(`<dc:description>${text.replaceAll(' ', markup)}</dc:description>`),
    });
  },
  title: (random) =>
    makeEpub({ documents: one, metadata: `<dc:title>${noise(random, random.size(1e4, 5e6))}</dc:title>` }),
  creators: (random) =>
    makeEpub({
      documents: one,
      metadata: withMetadata(
        pieces(
          random.size(500, 15_000),
          (n) => `<dc:creator id="c${n}">n${n}</dc:creator><meta refines="#c${n}" property="role">aut</meta>`,
        ),
      ),
    }),
  subjects: (random) =>
    makeEpub({
      documents: one,
      metadata: withMetadata(pieces(random.size(500, 50_000), (n) => `<dc:subject>s${n}</dc:subject>`)),
    }),
  deepOpf: (random) => {
    const count = random.size(100, 100_000);
    return makeEpub({ documents: one, metadata: withMetadata('<meta>'.repeat(count) + '</meta>'.repeat(count)) });
  },
  entities: (random) => {
    const entities = pieces(random.size(5, 30), (n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`);
    return makeEpub({
      documents: {
        'a.xhtml': `<?xml version="1.0"?><!DOCTYPE html [<!ENTITY e0 "lol">${entities}]><html xmlns="http://www.w3.org/1999/xhtml"><body>${TEXT}<p>&e5;</p></body></html>`,
      },
    });
  },
  markup: (random) => makeEpub({ documents: { 'a.xhtml': TEXT + markupOf(random) } }),
  styles: (random) => {
    const rule = `${random.pick(['.a .b > p + p ~ div', 'div, p', 'p:not(.x)', '* * * * p', '[class*="a"] p'])}{text-align:center}\n`;
    const body = '<div class="a">x<p class="b">y</p></div>'.repeat(random.size(500, 20_000));
    return makeEpub({
      documents: {
        'a.xhtml': `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><link rel="stylesheet" href="s.css"/></head><body>${body}</body></html>`,
      },
      files: { 'OEBPS/s.css': rule.repeat(random.size(500, 10_000)) },
      manifest: '<item id="s" href="s.css" media-type="text/css"/>',
    });
  },
  links: (random) => {
    const count = random.size(1000, 30_000);
    return makeEpub({
      documents: { 'a.xhtml': TEXT + pieces(count, (n) => `<p id="i${n}"><a href="#i${count - n}">x</a></p>`) },
    });
  },
  drawings: (random) => {
    const names = Array.from({ length: random.size(1, 20) }, (_, n) => `p${n}.svg`);
    const drawing = random.pick(Object.values(DRAWINGS));
    return makeEpub({
      documents: { 'a.xhtml': TEXT + names.map((name) => `<p><img src="${name}" alt=""/></p>`).join('') },
      manifest: names.map((name, n) => `<item id="p${n}" href="${name}" media-type="image/svg+xml"/>`).join(''),
      files: Object.fromEntries(names.map((name) => [`OEBPS/${name}`, drawing(random)])),
    });
  },
};

const markupOf = (random: Random) => String(random.pick(Object.values(HTML))(random)).slice(0, 500_000);

/** Changes a ZIP file so that its central directory refers to the first file's bytes for the second file too. */
function overlapping(bytes: Uint8Array): Uint8Array {
  const buffer = Buffer.from(bytes);
  const header = Buffer.from('PK\x01\x02', 'latin1');
  const places: number[] = [];
  for (let at = buffer.indexOf(header); at >= 0; at = buffer.indexOf(header, at + 1)) places.push(at);
  const [, , third = 0, fourth = 0] = places;
  buffer.copy(buffer, fourth + 42, third + 42, third + 46);
  return buffer;
}
