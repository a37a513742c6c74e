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

const originOf = async (more: string) => {
  const metadata = `<dc:identifier id="uid">urn:test:origin</dc:identifier><dc:title>The Lighthouse</dc:title>
    <dc:language>en</dc:language><dc:creator id="a">Mei Lin</dc:creator>
    <meta refines="#a" property="alternate-script" xml:lang="zh">林梅</meta>${more}`;
  const { authors, originalAuthor, originalLanguage } = await readEpub(makeEpub({ metadata }));
  return { authors, originalAuthor, originalLanguage };
};
const [AUTHORS, NAME] = [['Mei Lin'], '林梅'];

it.each([
  ['a contributor', '<dc:contributor id="t">Ann</dc:contributor><meta refines="#t" property="role">trl</meta>'],
  [
    'a creator',
    '<dc:creator id="t">Ann</dc:creator><meta refines="#t" property="role" scheme="marc:relators">trl</meta>',
  ],
  ['a contributor of EPUB 2', '<dc:contributor opf:role="trl">Ann</dc:contributor>'],
])(
  'an EPUB that names %s as translator gives the original spelling of the author and its language',
  async (_, more) => {
    expect(await originOf(more)).toEqual({ authors: AUTHORS, originalAuthor: NAME, originalLanguage: 'zh' });
  },
);

it('the language of an original title is the original language of an EPUB', async () => {
  const more =
    '<dc:title id="o" xml:lang="zh-Hant">燈塔</dc:title><meta refines="#o" property="title-type">original</meta>';
  expect(await originOf(more)).toEqual({ authors: AUTHORS, originalAuthor: NAME, originalLanguage: 'zh-Hant' });
  expect((await originOf(more.replace('zh-Hant', 'en'))).originalLanguage).toBeUndefined();
  expect((await originOf(more.replace('zh-Hant', 'not a tag'))).originalLanguage).toBeUndefined();
});

it('an EPUB that is no translation has neither original author nor original language', async () => {
  expect(await originOf('')).toEqual({ authors: AUTHORS, originalAuthor: undefined, originalLanguage: undefined });
});
