import type { Fault } from './fault.ts';

const unit = (file: string, title: string) => ({ stage: 'unit', file: `tests/unit/server/${file}`, title }) as const;

const disks = (file: string, title: string) =>
  ({ stage: 'integration', file: `tests/integration/${file}.test.ts`, title }) as const;

/** Responses kept in memory (docs/operate/server.md). */
export const SERVER_FAULTS: readonly Fault[] = [
  {
    line: 'A publish is seen in every answer',
    test: unit('response-cache.test.ts', 'end with their release'),
    fault: 'a kept response outlives its release',
    file: 'src/server/response-cache.ts',
    find: 'entry.release === site.release() && ',
    replace: '',
  },
  {
    line: 'A kept page in dcz is sent to nobody without its dictionary',
    test: unit('response-cache.test.ts', 'are found by the dictionary where they were made for it, and by no other'),
    fault: 'kept responses are looked up without the dictionary',
    file: 'src/server/response-cache.ts',
    find: "dictionaries.has(hash) ? hash : ''",
    replace: "dictionaries.has(hash) ? '' : ''",
  },
  {
    line: 'The page for developers is shown to nobody else',
    test: unit('decide-response.test.ts', 'is every rendered page but the one for developers'),
    fault: 'it is kept like other pages',
    file: 'src/server/decide-response.ts',
    find: "isCacheable: match.kind !== 'design',",
    replace: 'isCacheable: true,',
  },
  {
    line: 'No damaged byte is sent',
    test: disks('server/damaged-files', 'is 503 where nothing else has it, never the damaged bytes'),
    fault: 'the hash is not compared',
    file: 'src/server/sound-files.ts',
    find: 'content && (recorded.hash === undefined || hash(content, 32) === recorded.hash)',
    replace: 'content',
  },
  {
    line: 'A damaged page is rendered anew by the next night',
    test: disks('rebuild/damaged-release', 'with pages that are lost or damaged is mended by the next night'),
    fault: 'damage is no reason to render',
    file: 'src/rebuild/render-decision.ts',
    find: "if (isDamaged) return 'damaged';",
    replace: '',
  },
  {
    line: 'A disk that fails at any step ends the night with one line, and the next night succeeds',
    test: disks('rebuild/full-disk-steps', 'ends a night with one line at whatever step the disk fails'),
    fault: 'the lock is kept where its file cannot be written',
    file: 'src/rebuild/lock.ts',
    find: 'orClose(held, () => writeFileSync',
    replace: '((_: unknown, work: () => void) => work())(held, () => writeFileSync',
  },
  {
    line: 'A flood of pages delays nobody after it',
    test: unit('render-cache.test.ts', 'are not begun once they would come too late'),
    fault: 'pages are begun however long they have waited',
    file: 'src/server/render-cache.ts',
    find: 'performance.now() <= latest',
    replace: 'performance.now() > 0',
  },
  {
    line: 'No frame of another site shows a file',
    test: disks('server/response-headers', 'no frame shows a file'),
    fault: 'files have no policy',
    file: 'src/lib/response-headers.ts',
    find: `{ ...SHARED_WITH_SITE, 'Content-Security-Policy': "frame-ancestors 'none'" }`,
    replace: 'SHARED_WITH_SITE',
  },
  {
    line: 'A server that ends says so before it refuses',
    test: disks('server/robustness', 'goes on answering while it drains, says so'),
    fault: 'its health stays ok',
    file: 'src/server/site-server.ts',
    find: "server.isDraining() ? 'draining' : 'ok'",
    replace: "'ok'",
  },
  {
    line: 'No letter of a cover is missing in the picture of a link',
    test: { stage: 'unit', file: 'tests/unit/brand/covers-picture.test.ts', title: 'has no text, so that no letter' },
    fault: 'texts stay in covers',
    file: 'src/brand/covers-picture.ts',
    find: 'start < 0 ? piece : piece.slice(0, start)',
    replace: 'piece',
  },
];
