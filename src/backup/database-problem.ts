import { type DatabaseObject, foreignCode, objectsIn, openForeign } from '#src/lib/database-objects.ts';
import { messageOf } from '#src/lib/errors.ts';

export interface DatabaseCheck {
  readonly file: string;
  /** Triggers and virtual tables that it may have. */
  readonly expected: readonly DatabaseObject[];
}

/** Reads a whole database that nobody writes. @returns what is wrong with it; undefined where nothing is */
export function problemIn({ file, expected }: DatabaseCheck): string | undefined {
  try {
    const connection = openForeign(file);
    try {
      const foreign = foreignCode(objectsIn(connection), expected);
      if (foreign.length > 0) return `it has ${foreign.join(', ')}, which Lectern does not make`;
      const lines = connection.prepare('PRAGMA integrity_check(5)').all();
      const found = lines.map(({ integrity_check: line }) => String(line));
      if (found.join() !== 'ok') return found.join('; ');
      const lost = connection.prepare('PRAGMA foreign_key_check').all().length;
      return lost === 0 ? undefined : `${lost} rows name others that are not there`;
    } finally {
      connection.close();
    }
  } catch (error) {
    return messageOf(error);
  }
}
