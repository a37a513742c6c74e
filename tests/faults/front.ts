import type { Fault } from './fault.ts';

const unit = (file: string, title: string) => ({ stage: 'unit', file: `tests/unit/server/${file}`, title }) as const;

/** Answers that are prepared, and the lane they go by (docs/front.md). */
export const FRONT_FAULTS: readonly Fault[] = [
  {
    line: 'A publish is seen in every answer',
    test: unit('prepared.test.ts', 'end with their release'),
    fault: 'what is prepared outlives its release',
    file: 'src/server/prepared.ts',
    find: 'known.release === site.release() && ',
    replace: '',
  },
  {
    line: 'A request ends for the quick lane where it ends for the whole parser',
    test: unit('quick-head.test.ts', 'whatever does not end where its head ends'),
    fault: 'the end of the head is not looked at',
    file: 'src/server/quick-head.ts',
    find: " || !text.endsWith('\\r\\n\\r\\n')",
    replace: '',
  },
];
