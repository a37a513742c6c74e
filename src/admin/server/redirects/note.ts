import type { Redirect } from '#src/publish/release/index.ts';
import { type AdminRequest, staffOf } from '../http/route.ts';

/** Maximum number of redirects in an entry of the audit log. Entries with more cannot be undone. */
const MAX_NOTED = 1000;

/**
 * Changes the redirects of a brand, and writes an entry of the audit log about those that are added (`after`) or deleted
 * (`before`). Admin requests change the file one after the other.
 * @param write changes the file. It is called in the transaction, so a refused transaction changes no file, and a file
 *   that cannot be written leaves no entry.
 */
export function changeRedirects(
  request: AdminRequest,
  brand: string,
  { before, after }: { readonly before?: readonly Redirect[]; readonly after?: readonly Redirect[] },
  write: () => Promise<unknown>,
): Promise<void> {
  const state = (redirects: readonly Redirect[]) => ({
    id: 0,
    name: brand,
    fields: {
      number: redirects.length,
      redirects: redirects.slice(0, MAX_NOTED).map(({ from, to }) => `${from} ${to}`),
    },
  });
  return request.admin.write(staffOf(request), async (writer) => {
    await writer.note({
      kind: 'redirects',
      ...(before && { before: state(before) }),
      ...(after && { after: state(after) }),
    });
    await write();
  });
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
