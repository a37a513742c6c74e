import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { errorName, FILE_NAME, framesOf, MAX_FRAMES, redactMessage } from '#src/contract/reports/client-errors.ts';

const ORIGIN = 'https://www.ash.test';
const PAGE = `${ORIGIN}/search/result/alice`;
const place = { origin: ORIGIN, page: PAGE };

/**
 * Generates text that may identify someone: words that no browser uses in error messages, addresses, numbers, tokens.
 */
const personal = fc.oneof(
  fc.emailAddress(),
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  fc.ipV4(),
  fc.uuid(),
  fc.base64String({ minLength: 12 }),
  fc.stringMatching(/^[0-9][0-9 -]{4,15}$/),
  fc.stringMatching(/^(?:Xq[a-z]{3,10}|[А-Яа-я]{4,12}|[一-龥]{2,6})$/),
);
const phrase = fc.constantFrom(
  ['', ' is not defined'],
  ["Cannot read properties of undefined (reading '", "')"],
  ["Unexpected token 'h', \"", '" is not valid JSON'],
  ['Failed to fetch: ', ''],
  ['', ''],
  ['No chapter for ', '!'],
  ['Failed to execute "querySelector": #', ' is not a valid selector.'],
);

describe('redactMessage', () => {
  it.each([
    ["Cannot read properties of undefined (reading 'title')", 'Cannot read properties of undefined reading …'],
    ['e is not a function', '… is not a function'],
    ["Can't find variable: secret", "Can't find variable …"],
    ["undefined is not an object (evaluating 'a.b')", 'undefined is not an object evaluating …'],
    ['NetworkError when attempting to fetch resource.', 'NetworkError when attempting to fetch resource'],
    ['Load failed', 'Load failed'],
    ['Server text didn’t match', "Server text didn't match"],
    ['Minified React error #418; visit https://react.dev/errors/418?args[]=Alice', 'Minified React error #418'],
    ['the key is alice@example.com, 0171 5550123 or token=abc', 'the key is … or …'],
    ['  ', ''],
    ['a\r\nb\u0000c\u2028', 'a …'],
  ])('keeps only known words of an error message: %j', (message, redacted) => {
    expect(redactMessage(message)).toBe(redacted);
  });

  it('never returns personal data, wherever it is in a message', () => {
    fc.assert(
      fc.property(phrase, personal, ([before, after], secret) => {
        const redacted = redactMessage(before + secret + after);
        for (const part of secret.split(/[^\p{L}\p{N}]+/u).filter((one) => /\d|\P{ASCII}|^Xq/u.test(one)))
          expect(redacted).not.toContain(part);
        expect(redacted).toMatch(/^[A-Za-z' …-]*$/);
      }),
    );
  });

  it('returns one short line of known words for any text, and does not change its own output', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary', maxLength: 2000 }),
          fc.array(personal).map((all) => all.join(' ')),
        ),
        (text) => {
          const redacted = redactMessage(text);
          expect(redacted.length).toBeLessThan(400);
          expect(redacted).toMatch(/^[A-Za-z' …-]*$/);
          expect(redactMessage(redacted)).toBe(redacted);
        },
      ),
    );
  });
});

describe('errorName', () => {
  it.each(['TypeError', 'NotAllowedError', 'DOMException'])('keeps the class %s', (name) => {
    expect(errorName(name)).toBe(name);
  });

  it.each(['', 'alice', 'Alice Error', 'Error\n', '__proto__', 'x'.repeat(60), 5, null, undefined, {}])(
    'returns Error for %j',
    (name) => {
      expect(errorName(name)).toBe('Error');
    },
  );
});

describe('framesOf', () => {
  it.each([
    [
      'Chromium',
      `TypeError: alice\n    at f (${ORIGIN}/_astro/page.a-1_b.js:1:23)\n    at async ${ORIGIN}/_astro/x.js:2:3`,
    ],
    ['Firefox', `f@${ORIGIN}/_astro/page.a-1_b.js:1:23\n@${ORIGIN}/_astro/x.js:2:3\n`],
    ['WebKit', `f@${ORIGIN}/_astro/page.a-1_b.js:1:23\n[native code]\nmodule code@${ORIGIN}/_astro/x.js:2:3`],
  ])('parses a stack from %s', (_engine, stack) => {
    expect(framesOf(stack, place)).toEqual(['page.a-1_b.js:1:23', 'x.js:2:3']);
  });

  it('returns `page` for an inline script, without its URL, query or fragment', () => {
    expect(framesOf(`f@${PAGE}?q=alice@x.y#z:5:6`, place)).toEqual(['page:5:6']);
    expect(framesOf(`f (${ORIGIN}/novel/1/a(b):5:6)`, { origin: ORIGIN, page: `${ORIGIN}/novel/1/a(b)` })).toEqual([
      'page:5:6',
    ]);
  });

  it.each([
    'chrome-extension://abc/inject.js:1:2',
    'moz-extension://abc/inject.js:1:2',
    'safari-web-extension://abc/inject.js:1:2',
    'https://elsewhere.test/_astro/page.js:1:2',
    `${ORIGIN}.evil.test/_astro/page.js:1:2`,
    `${ORIGIN}/other/page.js:1:2`,
    `${ORIGIN}/_astro/../x.js:1:2`,
    'blob:https://www.ash.test/1:1:2',
  ])('returns undefined if the innermost frame is in another script: %s', (frame) => {
    expect(framesOf(`Error\n    at f (${frame})\n    at g (${ORIGIN}/_astro/page.js:3:4)`, place)).toBeUndefined();
  });

  it('omits frames in other scripts if the innermost frame is ours', () => {
    expect(
      framesOf(`Error\n    at f (${ORIGIN}/_astro/x.js:3:4)\n    at g (chrome-extension://a/b.js:1:2)`, place),
    ).toEqual(['x.js:3:4']);
  });

  it('returns only positions in script files, for any stack', () => {
    const line = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc
        .tuple(personal, fc.nat(), fc.nat())
        .map(([name, row, column]) => `at ${name} (${ORIGIN}/_astro/x.js:${row}:${column})`),
      fc.tuple(personal, fc.nat()).map(([name, row]) => `at f (${ORIGIN}/_astro/${name}:${row}:1)`),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 40 }), (lines) => {
        const frames = framesOf(lines.join('\n'), place) ?? [];
        expect(frames.length).toBeLessThanOrEqual(MAX_FRAMES);
        for (const frame of frames) {
          const [, name = '', row, column] = /^(.*):(\d{1,7}):(\d{1,7})$/.exec(frame) ?? [];
          expect(name).toMatch(FILE_NAME);
          expect([row, column]).not.toContain(undefined);
        }
      }),
    );
  });
});
