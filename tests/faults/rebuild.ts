import type { Fault } from './fault.ts';

const night = (file: string, title: string) =>
  ({ stage: 'integration', file: `tests/integration/rebuild/${file}.test.ts`, title }) as const;

export const REBUILD_FAULTS: readonly Fault[] = [
  {
    line: 'A run that was killed is gone on with',
    test: night('resumed', 'is gone on with: only the rest is rendered'),
    fault: 'nothing that it left is taken',
    file: 'src/rebuild/take-over.ts',
    find: 'isWhole(found.folder, found.page) ? found : undefined',
    replace: 'isWhole(found.folder, found.page) ? undefined : undefined',
  },
  {
    line: 'What a killed run left counts only for the same data',
    test: night('resumed', 'counts for nothing where the data has changed since'),
    fault: 'whatever is there is taken',
    file: 'src/rebuild/take-over.ts',
    find: ' === one.page.inputs ? one : undefined',
    replace: ' ? one : undefined',
  },
  {
    line: 'Files that a machine lost are rendered again',
    test: night('resumed', 'has files that the machine lost rendered again'),
    fault: 'their bytes are not compared',
    file: 'src/release/part.ts',
    find: 'return same(readFileSync(path)) && same(brotliDecompressSync(readFileSync(path + SUFFIX.br)));',
    replace: 'return true;',
  },
  {
    line: 'Shards make the release that one run makes',
    test: night('shards', 'make in seven processes the very release'),
    fault: 'some pages are in no shard',
    file: 'src/rebuild/parts.ts',
    find: '% of) + 1',
    replace: '% (of + 1)) + 1',
  },
  {
    line: 'A correction publishes what was named, and nothing else',
    test: night('corrections', 'lets pages stay that have gone, and others wait'),
    fault: 'new pages come in as well',
    file: 'src/rebuild/selection.ts',
    find: "reason: known ? undefined : 'left'",
    replace: "reason: known ? undefined : 'new'",
  },
  {
    line: 'A night after a correction is planned in full',
    test: night('planned', 'after a correction of some pages'),
    fault: 'the correction counts as a plan of everything',
    file: 'src/rebuild/rebuild.ts',
    find: 'release !== null && !options.pages && options.changedSince === undefined',
    replace: 'release !== null',
  },
  {
    line: 'Another brand or another code is never taken for nothing changed',
    test: night('planned', 'with another brand or bundle'),
    fault: 'only the release is looked at',
    file: 'src/rebuild/rebuild.ts',
    find: "[release, bundle.id, fingerprintOf(branding.brand)].join(' ')",
    replace: "[release].join(' ')",
  },
  {
    line: 'Pages that show a changed book are rendered on demand',
    test: night('changed-since', 'renders the pages that show a changed book'),
    fault: 'lists are not looked into',
    file: 'src/rebuild/reach.ts',
    find: 'if (mayHold && !noticed) notice(',
    replace: 'if (noticed) notice(',
  },
  {
    line: 'A page is rendered anew when a card on it changes',
    test: { stage: 'unit', file: 'tests/unit/rebuild/plan.test.ts', title: 'depends on what the cards show' },
    fault: 'a card counts by its book alone',
    file: 'src/rebuild/plan.ts',
    find: 'perObject((card: BookCard) => hash(JSON.stringify(card), 32))',
    replace: 'perObject((card: BookCard) => String(card.id))',
  },
  {
    line: 'An upstream that is busy is asked three times, not for ever',
    test: { stage: 'unit', file: 'tests/unit/catalogue/patience.test.ts', title: 'gives up at the third time' },
    fault: 'five times',
    file: 'src/catalogue/patience.ts',
    find: 'const ATTEMPTS = 3;',
    replace: 'const ATTEMPTS = 5;',
  },
];
