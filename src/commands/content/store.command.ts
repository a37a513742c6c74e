import { defineCommand } from '#src/lib/cli.ts';
import { copyStoreTo } from './store.ts';

export const command = defineCommand({
  help: `Copies the embedded API's store between SQLite files and PostgreSQL, in either direction (docs/operate/postgresql.md).

npm run store -- copy --from STORE --to STORE [--json]

  STORE     sqlite for the files in api/ of the state (LECTERN_STATE), the address of a PostgreSQL database, or LECTERN_STORE
            for the address in that variable, which keeps passwords out of the process list
  --json    {from, to, asOf, seconds, rows, tables: [{database, table, rows, sha256}], media} on standard output

The target must be empty or missing. The source may be in use; later writes to it are not copied. Both are compared at the end.
If the comparison fails or the command is interrupted, the target stays empty.
Exit codes: 0 done, 1 unexpected error, unreachable database or differing copy, 2 usage error or target not empty.`,
  options: {
    from: { type: 'string' },
    to: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
  positionals: true,
  run: copyStoreTo,
});
