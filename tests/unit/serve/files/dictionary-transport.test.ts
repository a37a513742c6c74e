import { zstdDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { acceptedDictionary, compressByDictionary, dictionaryHash } from '#src/serve/files/dictionary-transport.ts';

const HASH = dictionaryHash(Buffer.from('a dictionary'));
const ACCEPTED = 'gzip, deflate, br, zstd, dcb, dcz';

describe('acceptedDictionary', () => {
  it.each([
    [ACCEPTED, `:${HASH}:`],
    ['dcz', `  :${HASH}:`],
    ['DCZ;q=0.5, br', `:${HASH}: ;a=1`],
  ])('returns the hash for the headers "%s" and "%s"', (acceptEncoding, availableDictionary) => {
    expect(acceptedDictionary({ acceptEncoding, availableDictionary })).toBe(HASH);
  });

  it.each([
    [ACCEPTED, undefined],
    [ACCEPTED, ''],
    [ACCEPTED, HASH],
    [ACCEPTED, `"${HASH}"`],
    [ACCEPTED, `:${HASH.slice(4)}:`],
    [ACCEPTED, `:${HASH}${HASH}:`],
    [ACCEPTED, `:${HASH}:, :${HASH}:`],
    [ACCEPTED, `:${'*'.repeat(43)}=:`],
    [ACCEPTED, ':'.repeat(100_000)],
    ['gzip, deflate, br, zstd', `:${HASH}:`],
    ['dcz;q=0, br', `:${HASH}:`],
    ['*', `:${HASH}:`],
    [undefined, `:${HASH}:`],
  ])('returns undefined for the headers "%s" and "%s"', (acceptEncoding, availableDictionary) => {
    expect(acceptedDictionary({ acceptEncoding, availableDictionary })).toBeUndefined();
  });
});

describe('a page compressed with a dictionary (dcz)', () => {
  const dictionary = Buffer.from(Array.from({ length: 300 }, (_, index) => `<p>part ${index * 7919}</p>`).join(''));
  const page = Buffer.from(`${dictionary}The text of one page, such as é.`);

  it('begins with the header of RFC 9842, which names the dictionary', async () => {
    const sent = Buffer.from(await compressByDictionary(page, dictionary, dictionaryHash(dictionary)));
    expect(sent.subarray(0, 8).toString('hex')).toBe('5e2a4d1820000000');
    expect(sent.subarray(8, 40).toString('base64')).toBe(dictionaryHash(dictionary));
  });

  it('is small, and can be decompressed only with the dictionary', async () => {
    const sent = await compressByDictionary(page, dictionary, dictionaryHash(dictionary));
    // Node stops after the first frame, which has no content, so that frame is removed.
    expect(zstdDecompressSync(sent.subarray(40), { dictionary })).toEqual(page);
    expect(sent.length).toBeLessThan(150);
    expect(() => zstdDecompressSync(sent.subarray(40), { dictionary: Buffer.from('another') })).toThrow();
  });
});
