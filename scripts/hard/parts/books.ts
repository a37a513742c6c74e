import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { importFiles } from '#src/api/import/index.ts';
import { createWriter, openStore } from '#src/api/index.ts';
import { sql } from '#src/api/store/sql.ts';
import { messageOf } from '#src/lib/errors.ts';
import { document, makeEpub, prose } from '../../../tests/unit/api/epub/make-epub.ts';
import { rowWithoutPeer } from '../../bench/report.ts';
import { createTimes, createVerdicts, p99 } from '../figures.ts';
import type { Part } from '../part.ts';

const LIMIT_MS = 10_000;
const MANY = 3000;

const HOSTILE_HTML = [
  '<script>alert(1)</script>',
  '<img src="x" onerror="alert(1)"/>',
  '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  '<a href="javascript:alert(1)">x</a>',
  '<iframe src="//evil.example"></iframe>',
  '<form action="//evil.example"><input/></form>',
  '<p style="position:fixed" onclick="alert(1)">x</p>',
  '<math xmlns="http://www.w3.org/1998/Math/MathML"><mtext><img src="x" onerror="alert(1)"/></mtext></math>',
  '<p>\u202e\u0000\ufffe\u2028x</p>',
  `${'<b>'.repeat(MANY)}deep${'</b>'.repeat(MANY)}`,
  `${'<b>'.repeat(200)}open`,
  '<p>&lol9;</p>',
  '<p><![CDATA[<script>alert(1)</script>]]></p>',
  `<p ${Array.from({ length: MANY }, (_, n) => `a${n}="x"`).join(' ')}>many attributes</p>`,
  `<table>${'<tr><td>'.repeat(200)}x${'</td></tr>'.repeat(200)}</table>`,
  '<a href="../../../../etc/passwd">x</a><img src="file:///etc/passwd"/>',
  prose(2000),
];
/** Content that the import removes, while it accepts the book. */
const CLEANED = HOSTILE_HTML.slice(0, 7);
const DOCTYPE = `<?xml version="1.0"?><!DOCTYPE html [<!ENTITY lol "lol">${Array.from({ length: 9 }, (_, n) => `<!ENTITY lol${n + 1} "${`&lol${n || ''};`.repeat(10)}">`).join('')}<!ENTITY xxe SYSTEM "file:///etc/passwd">]>`;
const NAMES = [
  '../../evil.xhtml',
  '/etc/passwd',
  'a\\..\\b',
  'x'.repeat(300),
  '\u0000',
  'META-INF/container.xml',
  'OEBPS/one.xhtml',
];

const books = fc.record({
  bodies: fc.array(fc.array(fc.constantFrom(...HOSTILE_HTML), { minLength: 1, maxLength: 4 }), {
    minLength: 1,
    maxLength: 3,
  }),
  hasEntities: fc.boolean(),
  name: fc.option(fc.constantFrom(...NAMES)),
  bomb: fc.oneof({ weight: 9, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.constant(8 * 1024 * 1024) }),
  flips: fc.oneof(fc.constant([]), fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 3 })),
  title: fc.constantFrom('The Lamp', '<script>alert(1)</script>', '\u202eLamp', '', 'x'.repeat(5000), '../../x'),
});

type BookSeed = typeof books extends fc.Arbitrary<infer T> ? T : never;

/**
 * Imports hostile EPUBs. Each must be either imported without harmful content or rejected with a reason, within the
 * time limit. After it, a good book must still be imported.
 */
export const booksPart: Part = {
  name: 'books',
  about: 'hostile EPUBs and texts: imported without anything that runs, or refused with a reason, in time',
  unit: 'times',
  full: 2000,
  quick: 12,
  async run({ size, seed, slack }) {
    const folder = await mkdtemp(join(tmpdir(), 'lectern-hostile-'));
    const store = await openStore(join(folder, 'api'));
    const verdicts = createVerdicts();
    const times = createTimes();
    const counts = { imported: 0, refused: 0 };
    // The generated books resemble each other, so the import would otherwise ask whether they are the same.
    const resolution = { as: 'differentBook' } as const;
    const target = { writer: createWriter(store), store, section: undefined, resolution, now: () => new Date() };
    const importOne = async (n: number, bytes: Uint8Array) => {
      const file = join(folder, `${n}.epub`);
      await writeFile(file, bytes);
      try {
        const [report] = await Array.fromAsync(importFiles([file], target));
        return report;
      } finally {
        await rm(file);
      }
    };
    try {
      for (const [n, book] of fc.sample(books, { numRuns: size, seed }).entries()) {
        const began = performance.now();
        const what = `book ${n}: ${JSON.stringify(book).slice(0, 200)}`;
        try {
          const report = await importOne(n, epubOf(book));
          const isRefused = report?.status === 'refused';
          counts[isRefused ? 'refused' : 'imported'] += 1;
          verdicts.judge(what, isRefused && !report.reason ? 'refused without a reason' : undefined);
        } catch (error) {
          verdicts.judge(what, messageOf(error));
        }
        times.add(performance.now() - began);
      }
      for (const [n, hostile] of ['', ...CLEANED].entries()) {
        const metadata = `<dc:title>Book ${n}</dc:title><dc:creator>A</dc:creator><dc:language>en</dc:language>`;
        const documents = { 'one.xhtml': document(`<h2>I</h2>${prose(400)}${hostile}`) };
        const report = await importOne(size + n, makeEpub({ metadata, documents }));
        const problem = report?.status === 'refused' ? `${report.reason}` : undefined;
        verdicts.judge(hostile === '' ? 'a good book afterwards' : `a book with ${hostile}`, problem);
      }
      for (const { id, html } of await store.catalogue.all<{ id: number; html: string }>(
        sql`SELECT chapter_id AS id, html FROM chapter_texts`,
      ))
        verdicts.judge(`chapter ${id}`, dangerIn(html));
    } finally {
      await store.close();
      await rm(folder, { recursive: true, force: true });
    }
    return {
      rows: [
        rowWithoutPeer('books imported', counts.imported, 'books'),
        rowWithoutPeer('books rejected', counts.refused, 'books'),
        p99('import', times, LIMIT_MS * slack),
      ],
      findings: verdicts.findings,
    };
  },
};

function epubOf({ bodies, hasEntities, name, bomb, flips, title }: BookSeed): Uint8Array {
  const text = (body: readonly string[]) => document(`<h2>I</h2>${prose(60)}${body.join('')}`);
  const documents = bodies.map((body, n) => {
    const complete = text(body);
    return [
      `${n}.xhtml`,
      hasEntities ? complete.replace(/^<\?xml[^>]*\?>/, DOCTYPE).replace('</h2>', '</h2><p>&lol9;&xxe;</p>') : complete,
    ];
  });
  const bytes = makeEpub({
    documents: Object.fromEntries(documents),
    metadata: `<dc:title>${title.replaceAll('<', '&lt;')}</dc:title><dc:creator>A</dc:creator><dc:language>en</dc:language>`,
    files: {
      ...(name === null ? {} : { [name]: 'x' }),
      ...(bomb > 0 ? { 'OEBPS/bomb.bin': new Uint8Array(bomb) } : {}),
    },
  });
  for (const [at, byte] of flips) bytes[at % bytes.length] = byte;
  return bytes;
}

function dangerIn(html: string): string | undefined {
  const found = /<script|<iframe|<form|<svg|\son\w+\s*=|javascript:|file:\/\/|root:x:/i.exec(
    html.replaceAll(/&lt;[^&]*&gt;/g, ''),
  );
  return found ? `it holds ${found[0]}` : undefined;
}
