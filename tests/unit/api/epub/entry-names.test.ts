import { describe, expect, it } from 'vitest';
import { namesOf } from '#src/api/epub/entry-names.ts';

const decoded = (names: readonly (readonly number[])[], flag = 0): string[] => {
  const entries = names.map((bytes) => ({ fileNameRaw: Buffer.from(bytes), generalPurposeBitFlag: flag }));
  const nameOf = namesOf(entries);
  return entries.map(nameOf);
};
const ascii = (text: string) => [...Buffer.from(text)];

describe('the names of files in a ZIP', () => {
  it('are UTF-8 if they are valid UTF-8, with or without the flag', () => {
    expect(decoded([ascii('Café.txt')])).toEqual(['Café.txt']);
    expect(decoded([ascii('Café.txt')], 0x800)).toEqual(['Café.txt']);
  });

  it('are in the encoding of Chinese Windows if their characters are', () => {
    const chapter = (digit: string) => [0xb5, 0xda, ...ascii(digit), 0xd5, 0xc2, ...ascii('.txt')];
    expect(decoded([chapter('1'), chapter('2')])).toEqual(['第1章.txt', '第2章.txt']);
  });

  it('are in the encoding of Russian Windows if their letters are', () => {
    const chapter = (digit: string) => [0x83, 0xab, 0xa0, 0xa2, 0xa0, ...ascii(` ${digit} `), 0x81, 0xe0, 0xae, 0xa4];
    expect(decoded([chapter('1'), chapter('2')])).toEqual(['Глава 1 Брод', 'Глава 2 Брод']);
  });

  it('are in the encoding of Western Windows if they have only its letters', () => {
    expect(decoded([[...ascii('Caf'), 0x82], ascii('a\\b')])).toEqual(['Café', 'a/b']);
  });
});
