import type { Fault } from './fault.ts';

const unit = (file: string, title: string) => ({ stage: 'unit', file: `tests/unit/server/${file}`, title }) as const;

/** Responses kept in memory (docs/front.md). */
export const FRONT_FAULTS: readonly Fault[] = [
  {
    line: 'A publish is seen in every answer',
    test: unit('prepared.test.ts', 'end with their release'),
    fault: 'what is prepared outlives its release',
    file: 'src/server/prepared.ts',
    find: 'known.release === site.release() && ',
    replace: '',
  },
];
