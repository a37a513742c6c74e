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
    find: "content && (recorded.hash === '' || hash(content, 32) === recorded.hash)",
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
];
