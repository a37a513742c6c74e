// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import {
  blocksOf,
  findBlock,
  findLocator,
  locatorOf,
  pointAt,
  textNodesOf,
  textOf,
} from '#src/features/reader/position/blocks.ts';
import { textHash } from '#src/lib/text-hash.ts';

let article: HTMLElement;
beforeEach(() => {
  document.body.innerHTML = `<article>
    <p class="part">Part I</p><h1>One</h1>
    <div><p>A <em>small</em> boat.</p> <hr>
      <ul><li>milk <ul><li>fresh</li></ul> and bread</li></ul>
      <p data-not-text>Bookmark</p>
      <blockquote>Said <p>inside</p></blockquote>
      <table><tbody><tr><td>1</td><td>2</td></tr></tbody></table><p> </p>
    </div></article>`;
  article = document.querySelector('article') as HTMLElement;
});

const texts = () => blocksOf(article).map((block) => textOf(block).replace(/\s+/g, ' ').trim());

describe('blocks of an article', () => {
  it('are the elements that directly contain text, in reading order', () => {
    expect(texts()).toEqual(['Part I', 'One', 'A small boat.', 'milk and bread', 'fresh', 'Said', 'inside', '12']);
  });

  it('convert a point in their text to an offset and back', () => {
    const block = blocksOf(article)[2] as Element;
    const [, em] = textNodesOf(block);
    expect(pointAt(block, 4)).toEqual({ node: em, offset: 2 });
    expect(locatorOf(article, em as Text, 2)).toEqual({ block: 2, offset: 4, hash: textHash('A small boat.') });
    expect(pointAt(block, 99)?.offset).toBe(6);
    expect(pointAt(document.createElement('p'), 0)).toBeNull();
    expect(locatorOf(article, article, 0)).toBeNull();
  });

  it('convert a point between two text nodes to the start of the second', () => {
    const block = blocksOf(article)[2] as Element;
    expect(pointAt(block, 2)).toEqual({ node: textNodesOf(block)[1], offset: 0 });
  });

  it('have an index that counts from the first block; other elements have none', () => {
    const textIn = (selector: string) => article.querySelector(selector)?.firstChild as Text;
    expect(locatorOf(article, textIn('.part'), 1)).toEqual({ block: 0, offset: 1, hash: textHash('Part I') });
    expect(locatorOf(article, textIn('[data-not-text]'), 0)).toBeNull();
    expect(locatorOf(article, document.createTextNode('Part I'), 0)).toBeNull();
  });

  it('exclude elements around the article', () => {
    document.body.innerHTML = '<section><main>Loose text<p>A paragraph</p></main></section>';
    const [only, ...more] = blocksOf(document.querySelector('main') as Element);
    expect([only?.textContent, more]).toEqual(['A paragraph', []]);
  });
});

describe('the search order for a stored position', () => {
  const searchOrder = (count: number, block: number) => {
    const seen: number[] = [];
    findBlock(count, (at) => `${seen.push(at)}`, { block, offset: 0, hash: 'none' });
    return seen;
  };

  it.each([
    [5, 2, [2, 1, 3, 0, 4]],
    [3, 0, [0, 1, 2]],
    [2, 4, [1, 0]],
    [1, 3, [0]],
    [0, 3, []],
  ])('in %i blocks from block %i visits each block once, the nearest first', (count, block, order) => {
    expect(searchOrder(count, block)).toEqual(order);
  });
});

describe('finding a stored position again', () => {
  const hashes = ['a', 'b', 'a', 'c', 'b'];
  const find = (block: number, hash: string) =>
    findBlock(hashes.length, (at) => hashes[at] ?? '', { block, offset: 0, hash });

  it.each([
    [1, 'b', 1, true],
    [2, 'b', 1, true],
    [3, 'b', 4, true],
    [4, 'a', 2, true],
    // At equal distances the earlier block wins.
    [1, 'a', 0, true],
    [40, 'c', 3, true],
    [3, 'x', 3, false],
    [40, 'x', 4, false],
  ])('finds block %i with text %s at block %i', (block, hash, index, same) => {
    expect(find(block, hash)).toEqual({ index, same });
  });

  it('finds moved paragraphs, and nothing in an empty article', () => {
    const place = { block: 0, offset: 3, hash: textHash('A small boat.') };
    expect(findLocator(article, place)).toEqual({ block: blocksOf(article)[2], offset: 3, same: true });
    expect(findLocator(document.createElement('article'), place)).toBeNull();
    expect(findBlock(0, () => '', place).index).toBe(-1);
  });
});
