import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { blocksOf, pairOf } from '#src/api/seed/data.ts';
import { inlineHtml, paragraphsHtml } from '#src/api/seed/markdown.ts';
import { parseNovel } from '#src/api/seed/novels.ts';
import { createDeck, createRandom } from '#src/api/seed/random.ts';
import { fill } from '#src/api/seed/template.ts';

describe('createRandom', () => {
  it('returns the same numbers for the same key, and different numbers for a different key', () => {
    const take = (key: string) => Array.from({ length: 20 }, createRandom(key).next);
    expect(take('a')).toEqual(take('a'));
    expect(take('a')).not.toEqual(take('b'));
  });

  it('returns every number in its range, and throws for an empty list', () => {
    const random = createRandom('spread');
    const counts = new Array<number>(10).fill(0);
    for (let turn = 0; turn < 10_000; turn += 1) counts[random.below(10)] = (counts[random.below(10)] ?? 0) + 1;
    for (const count of counts) expect(count).toBeGreaterThan(0);
    expect(() => random.pick([])).toThrow(RangeError);
  });

  it('shuffles a list without losing items', () => {
    expect(createRandom('s').shuffled([1, 2, 3, 4, 5]).sort()).toEqual([1, 2, 3, 4, 5]);
  });
});

describe('createDeck, which deals items in random order', () => {
  it('deals every item once before it deals any item again', () => {
    const deal = createDeck(['a', 'b', 'c'], createRandom('d'));
    expect([deal(), deal(), deal()].sort()).toEqual(['a', 'b', 'c']);
    expect([deal(), deal(), deal()].sort()).toEqual(['a', 'b', 'c']);
  });
});

describe('fill, which fills in text templates', () => {
  it('chooses one of the alternatives and replaces the slots', () => {
    expect(fill('{she} [saw {it}|saw {it}]', createRandom('x'), { she: 'she', it: 'it' })).toBe('she saw it');
  });

  it('throws an error with the template if a value is missing', () => {
    expect(() => fill('for {nobody}', createRandom('x'), {})).toThrow('for {nobody}');
  });
});

describe('the short novels of the demo catalogue', () => {
  it.each(readdirSync('src/api/seed/novels').filter((name) => name.endsWith('.md')))(
    '%s shows no emphasis markers as text',
    (name) => {
      const [, ...chapters] = readFileSync(`src/api/seed/novels/${name}`, 'utf8').split(/^## .*$/m);
      expect(chapters.length).toBeGreaterThanOrEqual(6);
      const html = chapters.map((text) => paragraphsHtml(text.trim().split(/\n\s*\n/))).join('\n');
      expect(html).not.toMatch(/[*_]/);
      expect(html).toContain('<em>');
    },
  );
});

describe('inlineHtml', () => {
  it.each([
    ['a *b* c', 'a <em>b</em> c'],
    ['*b*, c *d*.', '<em>b</em>, c <em>d</em>.'],
    ['1 < 2 & "3"', '1 &lt; 2 &amp; &quot;3&quot;'],
    ['one\ntwo', 'one two'],
    ['*one,*\n*two.*', '<em>one,</em><br><em>two.</em>'],
    ['"_Making the Most_," I said', '&quot;<em>Making the Most</em>,&quot; I said'],
    ['snake_case_name and _one_.', 'snake_case_name and <em>one</em>.'],
    ['_one,_\n_two._', '<em>one,</em><br><em>two.</em>'],
    ['<img onerror=x>', '&lt;img onerror=x&gt;'],
  ])('converts %j to %j', (text, html) => {
    expect(inlineHtml(text)).toBe(html);
  });

  it('creates paragraphs, and a rule for a line of asterisks', () => {
    expect(paragraphsHtml(['a', '* * *', 'b'])).toBe('<p>a</p>\n<hr>\n<p>b</p>');
  });
});

describe('parseNovel', () => {
  it('reads front matter and chapters', () => {
    const text =
      '---\ntitle: A: B\ntags: x, y\n---\n\n## One\n\nFirst\nline.\n\n* * *\n\nSecond.\n\n## Two\n\nThird.\n';
    const { facts, chapters } = parseNovel(text);
    expect(Object.fromEntries(facts)).toEqual({ title: 'A: B', tags: 'x, y' });
    expect(chapters).toEqual([
      { title: 'One', paragraphs: ['First\nline.', '* * *', 'Second.'] },
      { title: 'Two', paragraphs: ['Third.'] },
    ]);
  });
});

describe('the format of the seed data files', () => {
  it('divides a text into blocks at heading lines', () => {
    expect(blocksOf('# a\nx\n\ny\n# b\n', '#')).toEqual([
      { head: 'a', lines: ['x', 'y'] },
      { head: 'b', lines: [] },
    ]);
  });

  it('does not allow a line without a name', () => {
    expect(() => pairOf('nothing')).toThrow('nothing');
  });
});
