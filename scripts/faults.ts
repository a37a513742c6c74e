import { readFile } from 'node:fs/promises';
import { runCommand } from '#src/lib/cli.ts';
import { writeAtomic } from '#src/lib/files.ts';
import { selectFaults, tryFaults } from './faults/run.ts';
import { fillFaults } from './faults/table.ts';
import { ROOT } from './testing/programs.ts';

const DOCS = `${ROOT}docs/develop/faults.md`;

await runCommand({
  help: `Puts mistakes into a copy of the source, one after the other, and sees that each one's test fails.

npm run faults                       all of tests/faults
npm run faults -- --only library     one area; repeat --only for several
npm run faults -- --docs             tries nothing: writes the table of docs/develop/faults.md anew

--json prints {faults: [{line, fault, outcome}], caught} on standard output. Exit code 1 where a fault was not caught.`,
  options: { only: { type: 'string', multiple: true }, docs: { type: 'boolean' }, json: { type: 'boolean' } },
  async run({ only = [], docs = false, json = false }) {
    const faults = selectFaults(only);
    if (!docs) return tryFaults(faults, json);
    return void (await writeAtomic(DOCS, fillFaults(await readFile(DOCS, 'utf8'), selectFaults([]))));
  },
});
