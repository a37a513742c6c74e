import type { Keyword, Tag } from '#src/contract/entities/listing.ts';
import { seoBookTags, seoKeywordsPage } from '#src/contract/index.ts';
import type { Sql } from '#src/lib/sqlite.ts';
import { readNames } from './names.ts';
import type { Pull } from './pull.ts';
import { type Memory, pullChanges } from './pull-changes.ts';
import type { SectionWriter } from './section-writer.ts';

/** Pulls all tags and keywords. @returns how to read them back */
export async function pullNames(
  sql: Sql,
  pull: Pull,
  memory: Memory,
  writer: SectionWriter,
): Promise<() => { tags: Tag[]; keywords: Keyword[] }> {
  const { section } = pull.locale;
  const sink = (kind: 'tag' | 'keyword') => ({
    clear: () => writer.clearNames(kind),
    put: (item: Tag | Keyword) => writer.putName(kind, item.id, item),
    remove: (id: number) => writer.removeName(kind, id),
  });
  await pullChanges(pull, memory, seoBookTags, sink('tag'));
  await pullChanges(pull, memory, seoKeywordsPage, sink('keyword'));
  return () => ({ tags: readNames<Tag>(sql, section, 'tag'), keywords: readNames<Keyword>(sql, section, 'keyword') });
}
