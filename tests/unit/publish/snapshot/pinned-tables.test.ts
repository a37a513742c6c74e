import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { objectsIn } from '#src/lib/database-objects.ts';
import { hash } from '#src/lib/hash.ts';
import { openSnapshot, VERSION } from '#src/publish/snapshot/schema.ts';

/** A version of the snapshot, and a hash of the tables, indexes and triggers that it has. */
const PINNED = { version: 11, tables: '8deda37112b23465' };

const ADVICE =
  'The tables of the snapshot changed. Nights would continue with a snapshot that lacks the change, and fail. Increment VERSION in ' +
  'src/publish/snapshot/schema.ts, so that older snapshots are pulled again, and enter it here with the new hash.';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-pinned-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it("the tables of the snapshot change only together with the snapshot's version", () => {
  const file = join(folder, 'catalogue.db');
  openSnapshot(file).close();
  const connection = new DatabaseSync(file, { readOnly: true });
  const tables = hash(JSON.stringify(objectsIn(connection)), 16);
  connection.close();
  expect({ version: VERSION, tables }, ADVICE).toEqual(PINNED);
});
