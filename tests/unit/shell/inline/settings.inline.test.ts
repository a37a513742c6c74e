import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import readerSettings from '#src/features/reader/reader-settings.inline.ts?raw';
import colorMode from '#src/shell/layout/color-mode.inline.ts?raw';
import { APPEARANCE, SHARED_SETTINGS } from '#src/shell/state/reader-settings.ts';

/** The data attributes that a script sets on the root element. */
function dataOf(script: string, stored: Record<string, string>): Record<string, unknown> {
  const dataset = {};
  const localStorage = { getItem: (key: string) => stored[key] ?? null };
  const document = { documentElement: { dataset }, addEventListener() {} };
  runInNewContext(script, { document, localStorage, addEventListener() {} });
  return dataset;
}

describe('settings before first paint', () => {
  it.each([
    [{ bg_night: 'true' }, { mode: 'night' }],
    [{ bg_night: 'false' }, { mode: 'day' }],
    [{ bg_night: 'null' }, {}],
    [{ bg_night: '"night"' }, {}],
    [{ bg_night: '{' }, {}],
    [{}, {}],
  ])('set the day or night mode for %j: %j', (stored, data) => {
    expect(dataOf(colorMode, stored)).toEqual(data);
  });

  it.each([
    [
      { font_size: '18', bg_color: '3' },
      { size: '18', paper: '3' },
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
    [{ 'lectern:reader': '{"speed":3,"wake":true,"keys":false}' }, {}],
    [{ 'lectern:reader': 'null' }, {}],
  ])('set the reader settings for %j: %j', (stored, data) => {
    expect(dataOf(readerSettings, stored)).toEqual(data);
  });

  it.each(
    APPEARANCE.flatMap((name) =>
      SHARED_SETTINGS[name].values.filter((value) => value !== null).map((value) => [name, value] as const),
    ),
  )('set the reader setting %s to the value %s', (name, value) => {
    expect(dataOf(readerSettings, { 'lectern:reader': JSON.stringify({ [name]: value }) })).toEqual({ [name]: value });
  });
});
