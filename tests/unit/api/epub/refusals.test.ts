import { randomBytes } from 'node:crypto';
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { EpubError, type EpubErrorCode, type EpubLimits, readEpub } from '#src/api/epub/index.ts';
import { document, makeEpub, PNG, prose } from './make-epub.ts';

const encrypted = (algorithm: string, target: string): string =>
  `<encryption xmlns:enc="http://www.w3.org/2001/04/xmlenc#"><enc:EncryptedData><enc:EncryptionMethod Algorithm="${algorithm}"/>
<enc:CipherData><enc:CipherReference URI="${target}"/></enc:CipherData></enc:EncryptedData></encryption>`;
const AES = encrypted('http://www.w3.org/2001/04/xmlenc#aes128-cbc', 'OEBPS/one.xhtml');
const FONT = encrypted('http://www.idpf.org/2008/embedding', 'OEBPS/font.otf');
const FONT_ON_TEXT = encrypted('http://www.idpf.org/2008/embedding', 'OEBPS/one.xhtml');
const validBook = makeEpub({ documents: { 'one.xhtml': `<h2>I</h2>${prose(4000)}` } });
const BOMB = new Uint8Array(8 * 1024 * 1024);

/** A valid archive with some inverted bytes in a compressed entry. */
function withInvertedBytes(): Uint8Array {
  const bytes = Uint8Array.from(validBook);
  for (let at = bytes.length >> 1; at < (bytes.length >> 1) + 40; at += 1) bytes[at] = (bytes[at] ?? 0) ^ 0xff;
  return bytes;
}

/** The archive with `size` as the uncompressed size in every header. */
function withFalseSize(bytes: Uint8Array, size: number): Uint8Array {
  const copy = Uint8Array.from(bytes);
  const view = new DataView(copy.buffer);
  for (let at = 0; at + 30 < copy.length; at += 1) {
    const mark = view.getUint32(at, true);
    if (mark === 0x04034b50) view.setUint32(at + 22, size, true);
    if (mark === 0x02014b50) view.setUint32(at + 24, size, true);
  }
  return copy;
}

/** The archive after `change` was applied to each header in its central directory. */
function withHeaders(bytes: Uint8Array, change: (view: DataView, at: number) => void): Uint8Array {
  const copy = Uint8Array.from(bytes);
  const view = new DataView(copy.buffer);
  for (let at = 0; at + 30 < copy.length; at += 1) {
    if (view.getUint32(at, true) === 0x02014b50) change(view, at);
  }
  return copy;
}

/** An archive with these encryption flags: 1 for traditional encryption, 0x41 for strong encryption. */
const withEncryptionFlags = (flags: number) =>
  withHeaders(makeEpub(), (view, at) => view.setUint16(at + 8, flags, true));

/** An archive in which every name refers to the bytes of the first file, with that file's sizes and checksum. */
function withOverlappingEntries(): Uint8Array {
  const bytes = makeEpub();
  const first = Buffer.from(bytes).indexOf('PK\x01\x02');
  const copied = bytes.slice(first + 10, first + 28);
  return withHeaders(bytes, (view, at) => {
    copied.forEach((byte, index) => {
      view.setUint8(at + 10 + index, byte);
    });
    view.setUint32(at + 42, 0, true);
  });
}

const withFalseOffsets = () =>
  withHeaders(makeEpub(), (view, at) => view.setUint32(at + 42, view.getUint32(at + 42, true) + 1, true));

/** An archive with one changed character in an entry that is stored without compression. */
function withChangedLetter(): Uint8Array {
  const bytes = makeEpub();
  bytes[Buffer.from(bytes).indexOf('application/epub+zip')] = 65;
  return bytes;
}

const withMethod = (method: number) => withHeaders(makeEpub(), (view, at) => view.setUint16(at + 10, method, true));

/** An archive whose end record states `count` more entries than the archive has. */
function withFalseCount(count: number): Uint8Array {
  const bytes = makeEpub();
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const at = bytes.length - 22 + 10;
  view.setUint16(at, view.getUint16(at, true) + count, true);
  return bytes;
}

const many = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`x/${index}`, 'x']));
const CASES: [string, EpubErrorCode, Uint8Array, Partial<EpubLimits>?][] = [
  ['an empty file', 'not-epub', new Uint8Array()],
  ['text', 'not-epub', new TextEncoder().encode('Once upon a time')],
  ['random bytes', 'not-epub', Uint8Array.from([1, ...randomBytes(500)])],
  ['a ZIP file that is not an EPUB', 'missing-container', zipSync({ 'a.txt': new Uint8Array([65]) })],
  ['a file truncated in the middle', 'truncated', validBook.subarray(0, validBook.length >> 1)],
  ['a file without its last bytes', 'truncated', validBook.subarray(0, validBook.length - 8)],
  ['a file without its first bytes', 'not-epub', validBook.subarray(100)],
  ['a damaged entry', 'broken', withInvertedBytes()],
  ['an encrypted text', 'encrypted', makeEpub({ files: { 'META-INF/encryption.xml': AES } })],
  [
    'a text declared as an obfuscated font',
    'encrypted',
    makeEpub({ files: { 'META-INF/encryption.xml': FONT_ON_TEXT } }),
  ],
  ['an archive with a password', 'encrypted', withEncryptionFlags(1)],
  ['an archive with strong encryption', 'encrypted', withEncryptionFlags(0x41)],
  ['files that share the same bytes', 'broken', withOverlappingEntries()],
  ['files that are not where the central directory says', 'broken', withFalseOffsets()],
  ['a compression method that EPUB does not allow', 'broken', withMethod(12)],
  ['a central directory that is shorter than declared', 'broken', withFalseCount(1)],
  ['a central directory that is longer than declared', 'broken', withFalseCount(-1)],
  ['bytes after the end of the archive', 'truncated', Uint8Array.from([...validBook, 0, 0, 0])],
  ['no package file', 'missing-package', makeEpub({ without: ['OEBPS/book.opf'] })],
  ['a package file without content', 'missing-package', makeEpub({ files: { 'OEBPS/book.opf': '<html/>' } })],
  ['no spine', 'missing-spine', makeEpub({ files: { 'OEBPS/book.opf': '<package><metadata/><manifest/></package>' } })],
  ['a spine with missing files', 'missing-file', makeEpub({ without: ['OEBPS/one.xhtml'] })],
  [
    'nothing but pictures',
    'no-chapters',
    makeEpub({ documents: { 'one.xhtml': '<p><img src="a.png"/></p>' }, files: { 'OEBPS/a.png': PNG } }),
  ],
  [
    'nothing but a title page',
    'no-chapters',
    makeEpub({ documents: { 'one.xhtml': '<section epub:type="titlepage"><p>T</p></section>' } }),
  ],
  ['a file that is too large', 'too-large', validBook, { fileBytes: 1000 }],
  ['too many entries', 'too-many-files', makeEpub({ files: many }), { entries: 20 }],
  ['a document that is too large', 'too-large', validBook, { documentBytes: 5000 }],
  ['a ZIP bomb in a file that no chapter uses', 'zip-bomb', makeEpub({ files: { 'OEBPS/bomb.bin': BOMB } })],
  [
    'a ZIP bomb with a false size in its header',
    'zip-bomb',
    withFalseSize(makeEpub({ files: { 'OEBPS/bomb.bin': BOMB } }), 10),
  ],
  [
    'an entry above the limit for one entry',
    'zip-bomb',
    makeEpub({ files: { 'OEBPS/big.bin': randomBytes(3000) } }),
    { entryBytes: 2500 },
  ],
  [
    'entries that exceed the limit for all entries',
    'zip-bomb',
    makeEpub({ files: { 'a.bin': randomBytes(3000), 'b.bin': randomBytes(3000) } }),
    { totalBytes: 5000 },
  ],
  [
    'a paragraph longer than a chapter may be',
    'too-large',
    makeEpub({ documents: { 'one.xhtml': `<h2>I</h2><p>${'Some words. '.repeat(50_000)}</p>` } }),
  ],
  ['endlessly nested elements', 'unsafe', makeEpub({ documents: { 'one.xhtml': `${'<div>'.repeat(5000)}x` } })],
];

describe('readEpub with a damaged or hostile file', () => {
  it.each(CASES)('rejects %s as %s', async (_what, code, bytes, limits) => {
    const refusal = await readEpub(bytes, limits).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(EpubError);
    expect(refusal).toMatchObject({ code });
    expect((refusal as Error).message).toMatch(/^.{40,}\.$/s);
  });

  it.each([
    [withOverlappingEntries(), 'two of its files share the same bytes'],
    [withFalseOffsets(), 'is not where the central directory says'],
    [withMethod(12), '"mimetype" uses a compression that EPUB does not allow (method 12)'],
    [withFalseCount(1), 'its central directory is damaged'],
    [withFalseCount(-1), 'it contains more files than its header declares'],
    [withInvertedBytes(), 'in the archive is damaged'],
    [withChangedLetter(), '"mimetype" in the archive is damaged'],
  ])('explains what is wrong with a damaged archive (case %#)', async (bytes, reason) => {
    await expect(readEpub(bytes)).rejects.toThrow(reason);
  });

  it('does not treat obfuscated fonts as damage', async () => {
    const book = await readEpub(
      makeEpub({ files: { 'META-INF/encryption.xml': FONT, 'OEBPS/font.otf': randomBytes(90) } }),
    );
    expect(book.chapters).toHaveLength(1);
  });

  it('does not read files outside the archive, even if the book refers to them', async () => {
    const body = `<h2>I</h2>${prose()}<img src="../../../../etc/passwd"/><img src="file:///etc/passwd"/>`;
    const book = await readEpub(makeEpub({ files: { '../../evil.txt': 'x', 'OEBPS/one.xhtml': document(body) } }));
    expect(book.images).toEqual([]);
  });

  it('rejects a file truncated at any point with an EpubError', async () => {
    for (let length = 0; length < validBook.length; length += 37) {
      await expect(readEpub(validBook.subarray(0, length))).rejects.toBeInstanceOf(EpubError);
    }
  });

  it('either reads a file with one changed byte or rejects it with an EpubError', async () => {
    const small = makeEpub();
    for (let at = 0; at < small.length; at += 3) {
      const bytes = Uint8Array.from(small);
      bytes[at] = (bytes[at] ?? 0) ^ 0x55;
      const result = await readEpub(bytes).catch((error: unknown) => error);
      if (result instanceof Error) expect(result).toBeInstanceOf(EpubError);
    }
  });
});
