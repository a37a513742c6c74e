import { describe, expect, it } from 'vitest';
import { PRERENDERED_VIEWS } from '#src/features/views.ts';
import { parsePath } from '#src/routes/parse.ts';
import { canonicalPath } from '#src/serve/decide/canonical.ts';
import { makeBook, makeGenre, makeKeyword, makeTag, memorySource, testSite } from '../../helpers/memory-source.ts';
import { FACTS } from '../../helpers/release-pages.ts';

const former = [{ id: 9, name: 'Old name' }];
const tag = { ...makeTag(1, 'Dragons', 1), former };
const keyword = { ...makeKeyword(1, 'dragon rider'), former };
const source = memorySource({
  books: [makeBook(1, { tags: [tag], keywords: [1] })],
  tags: [tag],
  keywords: [keyword],
  genres: [{ ...makeGenre(1, 'Fantasy', [tag]), former }],
});
const refs = PRERENDERED_VIEWS.flatMap((view) => [...view.paths(source, testSite())]);
const aliases = new Map(
  refs.toReversed().flatMap((ref) => ref.aliases.map((identity) => [identity, ref.path] as const)),
);
const page = (path: string) =>
  refs.some((ref) => ref.path === path)
    ? { path, file: '', hash: '', bytes: 1, modified: '', inputs: '', version: '', listing: '', ...FACTS }
    : undefined;

describe('the URL of a merged or renamed tag, keyword or genre', () => {
  it.each([
    ['/tags/9/old-name', '/tags/1/Dragons'],
    ['/tags/1/any-former-spelling', '/tags/1/Dragons'],
    ['/keywords/Old-name/1', '/keywords/dragon-rider/1'],
    ['/genres/9/old-name', '/genres/1/Fantasy'],
    ['/all-tags/9', '/all-tags/1'],
  ])('%s redirects to %s', (path, target) => {
    const match = parsePath(path, ['en']);
    expect(match && canonicalPath(match, { alias: (identity) => aliases.get(identity), page })).toBe(target);
  });
});
