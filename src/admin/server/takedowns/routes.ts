import type { Answer } from '#src/admin/contract/answers.ts';
import type { Row } from '#src/api/store/database.ts';
import { isOneOfNumbers } from '#src/api/store/dialects.ts';
import { sql } from '#src/api/store/sql.ts';
import type { Route } from '../http/route.ts';
import { idsOf } from '../records/list-query.ts';

/** Returns which of the books in `?ids=1,2` were taken down, so that browsers drop unsaved texts of these books. */
export const TAKEN_DOWN_ROUTES: readonly Route[] = [
  {
    method: 'GET',
    path: '/taken-down-books',
    act: 'books.read',
    async run({ admin, query }) {
      const ids = (idsOf(query) ?? []).flatMap((id) => (/^\d{1,15}$/.test(id) ? Number(id) : []));
      const rows = await admin.store.catalogue.all<Row & { id: number }>(
        sql`SELECT book_id AS id FROM takedowns WHERE ${isOneOfNumbers(sql`book_id`, ids)} ORDER BY book_id`,
      );
      return { body: { data: rows.map(({ id }) => id) } satisfies Answer<readonly number[]> };
    },
  },
];
