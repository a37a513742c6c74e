import * as v from 'valibot';
import type { Answer, BookCategory } from '#src/admin/contract/answers.ts';
import { MEMBERSHIP } from '#src/api/store/membership.ts';
import { raw, sql } from '#src/api/store/sql.ts';
import type { Route } from '../http/route.ts';
import { fieldError } from '../records/fields.ts';

const Section = v.pipe(v.string(), v.regex(/^[1-9]\d{0,5}$/), v.transform(Number));

/** The categories of a language, with their subcategories, that any book has, including unpublished books. */
export const CATEGORY_ROUTES: readonly Route[] = [
  {
    method: 'GET',
    path: '/book-categories',
    act: 'books.read',
    async run({ admin, query }) {
      const section = v.safeParse(Section, query['section']);
      if (!section.success) throw fieldError('section', 'must be the section of a language');
      const rows = await admin.store.catalogue.all<{ name: string; sub_name: string }>(
        sql`SELECT DISTINCT c.name, c.sub_name FROM categories c
          WHERE c.section IN (${section.output}, ${-section.output}) AND EXISTS (
            SELECT 1 FROM memberships m WHERE m.kind = ${raw(MEMBERSHIP.category)} AND m.target = c.id)
          ORDER BY c.name, c.sub_name`,
      );
      const byName = Map.groupBy(rows, ({ name }) => name);
      const data = Array.from(byName, ([name, parts]) => ({
        name,
        subs: parts.flatMap(({ sub_name: sub }) => (sub === '' ? [] : [sub])),
      }));
      return { body: { data } satisfies Answer<readonly BookCategory[]> };
    },
  },
];
