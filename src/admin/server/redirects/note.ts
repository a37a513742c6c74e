import type { Redirect } from '#src/publish/release/index.ts';
import { type AdminRequest, staffOf } from '../http/route.ts';

/** Maximum number of redirects in an entry of the audit log. Entries with more cannot be undone. */
const MAX_NOTED = 1000;

/** Writes an entry of the audit log about redirects that were added (`after`) or deleted (`before`). */
export function noteRedirects(
  request: AdminRequest,
  brand: string,
  before: readonly Redirect[] | undefined,
  after: readonly Redirect[] | undefined,
): Promise<void> {
  const state = (redirects: readonly Redirect[]) => ({
    id: 0,
    name: brand,
    fields: {
      number: redirects.length,
      redirects: redirects.slice(0, MAX_NOTED).map(({ from, to }) => `${from} ${to}`),
    },
  });
  return request.admin.write(staffOf(request), (writer) =>
    writer.note({ kind: 'redirects', ...(before && { before: state(before) }), ...(after && { after: state(after) }) }),
  );
}

type Fields = Readonly<Record<string, unknown>> | null;

/** The redirects of an entry; undefined if the entry does not list all of them. */
export function notedRedirects(fields: Fields): readonly Redirect[] | undefined {
  const redirects = Array.isArray(fields?.['redirects']) ? (fields['redirects'] as unknown[]).map(String) : [];
  if (redirects.length === 0 || redirects.length !== fields?.['number']) return undefined;
  return redirects.map((line) => {
    const [from = '', to = ''] = line.split(' ');
    return { from, to };
  });
}
