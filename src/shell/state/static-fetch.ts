import { staticBookPath } from '#src/contract/static-files.ts';

interface BookFile {
  readonly book: unknown;
  readonly chapters: unknown;
}

/** The calls that a static site can answer, with the part of a book's file that they return. */
const ANSWERS: Readonly<Record<string, (file: BookFile) => unknown>> = {
  'book.show': ({ book }) => ({ book }),
  'book.chapters': ({ chapters }) => ({ items: chapters }),
};

/**
 * Sends the calls of a static site: it answers those about a book from the site's files. Other calls get the answer of
 * an upstream that lacks them.
 */
export const staticFetch: typeof fetch = async (input, init) => {
  const { pathname, searchParams } = new URL(String(input), location.origin);
  const call = pathname.split('/').at(-1) ?? '';
  const answer = ANSWERS[call];
  if (!answer) return failure('CALL_ABSENT', `A static site has no ${call}.`);
  const path = staticBookPath(Number(searchParams.get('section')), Number(searchParams.get('book_id')));
  const response = await fetch(path, init?.signal ? { signal: init.signal } : {});
  if (!response.ok) return failure('NOT_FOUND', `${path} does not exist.`);
  return answered(200, { success: 1, data: answer(await response.json()), errors: [] });
};

const failure = (code: 'CALL_ABSENT' | 'NOT_FOUND', message: string) =>
  answered(404, { success: 0, data: null, errors: [{ code, message }] });

const answered = (status: number, body: object) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });
