import type { Keyword, Tag } from '#src/contract/entities/listing.ts';
import { seoBookTags, seoKeywordsPage } from '#src/contract/index.ts';
import type { Sql } from '#src/lib/sqlite.ts';
import type { LastGood } from './last-good.ts';
import { type PullState, pullChanges } from './pull-changes.ts';
import type { SnapshotWriter } from './snapshot-writer.ts';
import { readNames } from './tags-and-keywords.ts';
import type { UpstreamReader } from './upstream-reader.ts';

/**
 * Pulls all tags and keywords. A tag or keyword that breaks the contract keeps its data from the last run.
 * @returns a function that reads them from the snapshot
 */
export async function pullTagsAndKeywords(
  sql: Sql,
  reader: UpstreamReader,
  state: PullState,
  { writer, lastGood }: { readonly writer: SnapshotWriter; readonly lastGood: LastGood },
): Promise<() => { tags: Tag[]; keywords: Keyword[] }> {
  const { section } = reader.locale;
  const sink = (kind: 'tag' | 'keyword') => ({
    clear: () => writer.clearNames(kind),
    put: (item: Tag | Keyword) => writer.putName(kind, item.id, item),
    remove: (id: number) => writer.removeName(kind, id),
    miss(id: number) {
      const item = writer.hasName(kind, id) ? undefined : lastGood.name(section, kind, id);
      if (item) writer.putName(kind, id, item);
    },
  });
  await pullChanges(reader, state, seoBookTags, sink('tag'));
  await pullChanges(reader, state, seoKeywordsPage, sink('keyword'));
  return () => ({ tags: readNames<Tag>(sql, section, 'tag'), keywords: readNames<Keyword>(sql, section, 'keyword') });
}
