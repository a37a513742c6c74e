import { runCommand } from '#src/lib/cli.ts';
import { EXIT } from '#src/lib/errors.ts';
import { findStale, writeDocs } from './contract-docs/files.ts';

await runCommand({
  help: `Generates docs/openapi.json and the tables of docs/use/contract.md and answers.md from src/contract.

npm run contract-docs              writes the files
npm run contract-docs -- --check   writes nothing; exit code 1 if a file is out of date`,
  options: { check: { type: 'boolean' } },
  async run({ check = false }) {
    const stale = await findStale();
    if (!check) await writeDocs();
    for (const file of stale) process.stderr.write(`${file} ${check ? 'is out of date' : 'written'}\n`);
    return check && stale.length > 0 ? EXIT.failure : EXIT.done;
  },
});
