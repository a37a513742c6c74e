import { expect, it } from 'vitest';
import { readEpub } from '#src/api/epub/index.ts';
import { makeEpub } from './make-epub.ts';

const titlesOf = async (more: string) => {
  const metadata = `<dc:identifier id="uid">urn:test:titles</dc:identifier><dc:title id="t">El faro</dc:title>
    <dc:language>es</dc:language>${more}`;
  const { title, alternativeTitles, originalTitle } = await readEpub(makeEpub({ metadata }));
  return { title, alternativeTitles, originalTitle };
};

it('the metadata of an EPUB gives the alternative and original titles of the book', async () => {
  expect(
    await titlesOf(`<meta property="dcterms:alternative">La torre  de luz</meta>
      <meta property="dcterms:alternative">El faro</meta>
      <meta refines="#t" property="alternate-script" xml:lang="zh">灯塔</meta>
      <dc:title id="o">The Lighthouse</dc:title><meta refines="#o" property="title-type">original</meta>`),
  ).toEqual({ title: 'El faro', alternativeTitles: ['La torre de luz', '灯塔'], originalTitle: 'The Lighthouse' });
});

it('an EPUB without other titles has none, and a title that is too long is left out', async () => {
  const none = { title: 'El faro', alternativeTitles: undefined, originalTitle: undefined };
  expect(await titlesOf('')).toEqual(none);
  expect(await titlesOf(`<meta property="dcterms:alternative">${'x'.repeat(301)}</meta>`)).toEqual(none);
});
