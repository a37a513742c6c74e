import { describe, expect, it } from 'vitest';
import { picturePathsIn } from '#src/api/import/picture-names.ts';
import { readManuscript } from '#src/api/manuscript/index.ts';
import { readBooks } from '../collection/read-books.ts';
import { PNG } from '../epub/make-epub.ts';

const read = (text: string) => readManuscript(new TextEncoder().encode(text), 'raft.md');
const htmlOf = (text: string) => read(text).chapters[0]?.html.replaceAll('\n', ' ').trim();

describe('a note of Obsidian', () => {
  it.each([
    ['The raft %%check the name%% sank.', '<p>The raft sank.</p>'],
    ['The raft sank. %% two\nlines %%', '<p>The raft sank.</p>'],
    ['One.\n\n%%\nCheck this.\n\nAnd this.\n%%\n\nTwo.', '<p>One.</p><p>Two.</p>'],
    ['One.\n\n%% Check this.\n\nAnd this. %%\n\nTwo.', '<p>One.</p><p>Two.</p>'],
  ])('loses its comments: %j', (text, html) => {
    expect(htmlOf(text)).toBe(html);
    expect(read(text).leftOut).toMatchObject([{ what: 'Comments', count: 1 }]);
  });

  it.each([
    'About 50%% went, and 20%% came back.',
    'One.\n\n%%\n\nTwo.\n\n%%\n\nThree.',
    'One.\n%%\nTwo.\n%%\nThree.',
    'One.\n\n%%\n\nTwo.\n\n%%',
    'Of them, %% was a sign.\n\nAnother paragraph, %% again.',
    'He typed `%%a%%` twice.',
    '```\n%%a%%\n```',
    'A %%%a%%% row.',
    '%% A line.\nThe story.\n%% Another line.',
    'What the f%%k is this, and that s%%t?',
    'What the #%%& is this, and that %%&@?',
    'It was \\%%not\\%% so.',
  ])('keeps text that only looks like a comment: %j', (text) => {
    expect(read(text).leftOut).toEqual([]);
    for (const word of text.match(/[A-Za-z]{2,}/g) ?? []) expect(htmlOf(text)).toContain(word);
  });

  it.each([
    ['See [[Anna]] now.', '<p>See Anna now.</p>'],
    ['See [[People/Anna]] now.', '<p>See Anna now.</p>'],
    ['See [[Anna|the *girl*]] now.', '<p>See the *girl* now.</p>'],
    ['See [[Anna#Youth]] and [[#Rain]].', '<p>See Anna and Rain.</p>'],
    ['See [[Anna#^a1b2c3|her]].', '<p>See her.</p>'],
    ['- [[Anna]]\n- [[Bo|He]]', '<ul> <li>Anna</li> <li>He</li> </ul>'],
  ])('keeps the text of its links: %j', (text, html) => {
    expect(htmlOf(text)).toBe(html);
  });

  it.each(['[[Level up]]', 'A box: [[Name: Bo]] here.', 'A [link](https://a.example/) and [x].', '\\[[Anna]] here'])(
    'keeps brackets that are no links: %j',
    (text) => {
      expect(htmlOf(text)?.replaceAll(/<[^>]+>/g, '')).toBe(
        text
          .replace(/\(.*\)/, '')
          .replace('[link]', 'link')
          .replace('\\', ''),
      );
    },
  );

  it.each([
    ['The raft sank. ^37066d', '<p>The raft sank.</p>'],
    ['The raft sank. ^the-end\n\nTwo.', '<p>The raft sank.</p><p>Two.</p>'],
    ['> Quoted.\n\n^quote-1\n\nTwo.', '<blockquote> <p>Quoted.</p> </blockquote><p>Two.</p>'],
    ['Smile ^-', '<p>Smile ^-</p>'],
    ['Ten to ^2', '<p>Ten to ^2</p>'],
    ['Ten to x ^n', '<p>Ten to x ^n</p>'],
  ])('has no ids of blocks: %j', (text, html) => {
    expect(htmlOf(text)).toBe(html);
  });

  it('has its embedded pictures', async () => {
    const { books } = await readBooks({
      'book.md': 'One.\n\n![[sea map.png|300]]\n\n![[Sea Map.png|A map]]',
      'sea map.png': PNG,
    });
    expect(books[0]?.book.chapters[0]?.html).toMatch(/<img src="epub-image:.*<img[^>]+alt="A map"/s);
    expect(books[0]?.book.images).toHaveLength(1);
    expect(picturePathsIn('![[sea map.png|300]]')).toContain('sea map.png');
  });

  it('names the embedded notes, and the pictures that are missing', () => {
    expect(read('One.\n\n![[Anna]]\n\n![[song.mp3]]').leftOut).toMatchObject([
      { count: 2, sample: 'Anna', isLoss: true },
    ]);
    expect(read('One.\n\n![[map.png]]').leftOut).toMatchObject([{ sample: 'map.png', isLoss: true }]);
  });
});
