import type { Fault } from './fault.ts';

export const MESSAGES_FAULTS: readonly Fault[] = [
  {
    line: 'A message stays its full time',
    test: { stage: 'unit', file: 'tests/unit/stores/messages.test.ts', title: 'show a later text for its full time' },
    fault: 'the time of the text before runs on',
    file: 'src/stores/messages.ts',
    find: '    clearTimeout(hiding);\n',
    replace: '',
  },
  {
    line: 'A help event that ends says so',
    test: {
      stage: 'e2e',
      file: 'tests/e2e/messages.e2e.ts',
      title: 'a help event that expired before the click says so',
    },
    fault: 'the end is taken for a click that was lost',
    file: 'src/stores/help-event.ts',
    find: "code === 'EVENT_EXPIRED'",
    replace: "code === 'EXPIRED'",
  },
];
