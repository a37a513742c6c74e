import { describe, expect, it } from 'vitest';
import { fileNameOf } from '#src/lib/file-name.ts';

describe('fileNameOf', () => {
  it.each([
    ['No Change Given', 'No Change Given'],
    ['Ánh trăng: tập 1/2', 'Ánh trăng tập 1 2'],
    ['..\\..\\etc/passwd', 'etc passwd'],
    ['What? "Now" <or> never*|', 'What Now or never'],
    ['灯塔', '灯塔'],
    ['a\u202egnp.exe', 'agnp.exe'],
    ['line\nbreak\u0000', 'line break'],
    ['.hidden.', 'hidden'],
    ['The end. . .', 'The end'],
    [`${'x'.repeat(79)} and more`, 'x'.repeat(79)],
    ['𝒳'.repeat(90), '𝒳'.repeat(80)],
  ])('converts %j to %j', (title, name) => expect(fileNameOf(title)).toBe(name));

  it.each(['', '???', ' . ', '…'])('returns undefined for %j', (title) => expect(fileNameOf(title)).toBeUndefined());
});
