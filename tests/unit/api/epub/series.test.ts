import { expect, it } from 'vitest';
import { readEpub } from '#src/api/epub/index.ts';
import { makeEpub } from './make-epub.ts';

const BOOK = '<dc:identifier id="uid">urn:x</dc:identifier><dc:title>T</dc:title><dc:language>en</dc:language>';
const seriesOf = async (metas: string) => (await readEpub(makeEpub({ metadata: BOOK + metas }))).series;

it('the series and its position are read from EPUB 3 metadata, ignoring collections of type "set"', async () => {
  expect(
    await seriesOf(`<meta property="belongs-to-collection" id="a">The Best Hundred</meta>
      <meta refines="#a" property="collection-type">set</meta><meta refines="#a" property="group-position">7</meta>
      <meta property="belongs-to-collection" id="b">The Lamp Cycle</meta>
      <meta refines="#b" property="collection-type">series</meta><meta refines="#b" property="group-position">2</meta>`),
  ).toEqual({ name: 'The Lamp Cycle', number: 2 });
  expect(
    await seriesOf(`<meta property="belongs-to-collection" id="a">The Best Hundred</meta>
      <meta refines="#a" property="collection-type">set</meta>`),
  ).toBeUndefined();
});

it("the series is read from calibre's metadata, even if it has no position", async () => {
  const name = '<meta name="calibre:series" content="The Lamp Cycle"/>';
  expect(await seriesOf(`${name}<meta name="calibre:series_index" content="1.5"/>`)).toEqual({
    name: 'The Lamp Cycle',
    number: 1.5,
  });
  expect(await seriesOf(name)).toEqual({ name: 'The Lamp Cycle', number: null });
  expect(await seriesOf('')).toBeUndefined();
});
