import { runCommand } from '#src/lib/cli.ts';
import { copyStoreTo } from './programs/store.ts';

await runCommand({
  help: `Copies the embedded API's store between SQLite files and PostgreSQL, in either direction (docs/operate/postgresql.md).

npm run store -- copy --from STORE --to STORE [--json]

  STORE     sqlite for the files in api/ of the state (LECTERN_STATE), the address of a PostgreSQL database, or LECTERN_STORE
            for the address in that variable, so that no password stands in the list of processes
  --json    {from, to, asOf, seconds, rows, tables: [{database, table, rows, sha256}], media} on standard output

The target is empty; it is made where it is missing. The source may be in use: it is copied as it is when the copy begins, and
what is written to it later is not. Both are compared at the end. Where that fails or the command is ended, nothing was copied.
Exit codes: 0 done, 1 unexpected, a database does not answer, or the copy differs, 2 wrong use, or the target is not empty.`,
  options: {
    from: { type: 'string' },
    to: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
  positionals: true,
  run: copyStoreTo,
});
