import { describe, expect, it } from 'vitest';
import { compareTexts } from '#src/admin/ui/history/compare-texts.ts';

const html = (...paragraphs: string[]) => paragraphs.map((text) => `<p>${text}</p>`).join('\n');

/** The comparison as text: `[-removed-]`, `{+added+}`, and the number of unchanged paragraphs. */
const shown = (before: string, after: string) =>
  compareTexts(before, after).map((piece) =>
    piece.kind === 'same'
      ? piece.paragraphs.length
      : piece.parts
          .map(({ kind, text }) => ({ same: text, added: `{+${text}+}`, removed: `[-${text}-]` })[kind])
          .join(''),
  );

describe('comparing two texts', () => {
  it('shows the words that changed within a paragraph', () => {
    expect(shown(html('One.', 'The old ship sails.', 'Two.'), html('One.', 'The new ship sails.', 'Two.'))).toEqual([
      1,
      'The [-old-]{+new+} ship sails.',
      1,
    ]);
  });

  it('shows added and removed paragraphs as a whole', () => {
    expect(shown(html('a', 'b', 'c'), html('a', 'c', 'd'))).toEqual([1, '[-b-]', 1, '{+d+}']);
    expect(shown('', html('a'))).toEqual(['{+a+}']);
    expect(shown(html('a'), '')).toEqual(['[-a-]']);
  });

  it('compares a changed paragraph with its former text, even if another one was inserted before it', () => {
    const before = html('It was a dark night.', 'The end of it.');
    const after = html('Nobody slept in town.', 'It was a very dark night.', 'The end of it all.');
    expect(shown(before, after)).toEqual([
      '{+Nobody slept in town.+}',
      'It was a {+very +}dark night.',
      'The end of it{+ all+}.',
    ]);
  });

  it('shows the changed characters in scripts without spaces', () => {
    expect(shown(html('他走进了房间里'), html('她走进了房间里'))).toEqual(['[-他-]{+她+}走进了房间里']);
  });

  it('shows markup that changed', () => {
    expect(shown(html('a word'), html('a <em>word</em>'))).toEqual(['a {+<em>+}word{+</em>+}']);
    expect(shown('<h2>a b</h2>', '<h3>a b</h3>')).toEqual(['<[-h2-]{+h3+}>a b</[-h2-]{+h3+}>']);
  });

  it('is empty for two empty texts, and one unchanged piece for equal ones', () => {
    expect(shown('', '')).toEqual([]);
    expect(shown(html('a', 'b'), html('a', 'b'))).toEqual([2]);
  });

  it('ends in time for texts of 20,000 words without a common paragraph', () => {
    const text = (word: string) =>
      html(...Array.from({ length: 1000 }, (_, at) => `${`${word}${at} `.repeat(20)}end.`));
    const before = text('a');
    const since = performance.now();
    expect(shown(before, text('b')).length).toBeGreaterThan(0);
    expect(performance.now() - since).toBeLessThan(5_000);
  });
});
