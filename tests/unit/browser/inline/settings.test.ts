import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';

const source = (name: string) =>
  readFileSync(new URL(`../../../../src/browser/inline/${name}`, import.meta.url), 'utf8');

/** What a script writes to the root element's data attributes. */
function dataOf(name: string, stored: Record<string, string>): Record<string, unknown> {
  const dataset = {};
  const localStorage = { getItem: (key: string) => stored[key] ?? null };
  const document = { documentElement: { dataset }, addEventListener() {} };
  runInNewContext(source(name), { document, localStorage, addEventListener() {} });
  return dataset;
}

describe('before the first paint', () => {
  it.each([
    [{ bg_night: 'true' }, { mode: 'night' }],
    [{ bg_night: 'false' }, { mode: 'day' }],
    [{ bg_night: 'null' }, {}],
    [{ bg_night: '"night"' }, {}],
    [{ bg_night: '{' }, {}],
    [{}, {}],
  ])('%o gives the mode %o', (stored, data) => {
    expect(dataOf('color-mode.js', stored)).toEqual(data);
  });

  it.each([
    [
      { font_size: '18', bg_color: '3' },
      { size: 18, paper: 3 },
    ],
    [{ font_size: '25', bg_color: '0' }, {}],
    [{ font_size: '17.5', bg_color: '"2"' }, {}],
    [{ font_size: 'x' }, {}],
    [
      { 'lectern:reader': '{"face":"clear","leading":5,"justify":true,"black":false,"flow":"pages","speed":9}' },
      { face: 'clear', leading: 5, justify: true, black: false, flow: 'pages' },
    ],
    [
      { 'lectern:reader': '{"paragraphs":"indented","hyphens":true,"columns":2}' },
      { paragraphs: 'indented', hyphens: true, columns: 2 },
    ],
    [{ 'lectern:reader': '{"paragraphs":null,"hyphens":null}' }, {}],
    [{ 'lectern:reader': '{"face":"a\\" b","leading":null,"flow":{}}' }, {}],
    [{ 'lectern:reader': 'null' }, {}],
  ])('%o gives the reader %o', (stored, data) => {
    expect(dataOf('reader-settings.js', stored)).toEqual(data);
  });
});
