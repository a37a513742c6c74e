import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect } from 'vitest';

/**
 * All rows in a manifest. They are compared instead of the file's bytes, because pulling a release creates a new file.
 */
function rowsIn(manifest: string): unknown[] {
  const connection = new DatabaseSync(manifest, { readOnly: true });
  try {
    const tables = connection.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all();
    return tables.map(({ name }) => [name, connection.prepare(`SELECT * FROM "${name}" ORDER BY 1, 2`).all()]);
  } finally {
    connection.close();
  }
}

/**
 * Expects that the live releases in two brand folders are the same: the same files and links, byte for byte, and the
 * same rows in the manifest. Compressed pages are not compared, because their quality depends on how many pages a run
 * renders.
 */
export function expectSameRelease(one: string, other: string): void {
  const [current, otherCurrent] = [join(one, 'current/'), join(other, 'current/')];
  const { stdout } = spawnSync('/usr/bin/diff', ['-r', '-x', 'manifest.*', '-x', '*.br', current, otherCurrent], {
    encoding: 'utf8',
  });
  expect(stdout).toBe('');
  expect(rowsIn(join(otherCurrent, 'manifest.db'))).toEqual(rowsIn(join(current, 'manifest.db')));
}
