import type { Fault } from './fault.ts';

const unit = (file: string, title: string) => ({ stage: 'unit', file: `tests/unit/server/${file}`, title }) as const;

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
];
