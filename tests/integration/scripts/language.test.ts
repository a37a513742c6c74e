import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '#src/api/index.ts';
import { sql } from '#src/api/store/sql.ts';
import { command, done } from '../../helpers/commands.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-language-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const env = () => ({ LECTERN_STATE: join(folder, 'state') });

async function fileOf(name: string): Promise<string> {
  const file = join(folder, `${name}.md`);
  await writeFile(file, `# ${name}\n\n## Chapter 1\n\nThe boat of ${name} left before dawn.\n`);
  return file;
}

/** Section and language of every book, by title. */
async function places(): Promise<Record<string, unknown>> {
  const store = await openStore(join(folder, 'state/api'));
  try {
    const rows = await store.catalogue.all<{ title: string; section: number; language: string }>(
      sql`SELECT title, section, language FROM books`,
    );
    return Object.fromEntries(rows.map(({ title, section, language }) => [title, [section, language]]));
  } finally {
    await store.close();
  }
}

describe('the language of a book', { timeout: 120_000 }, () => {
  it('decides the section in npm run import, and --section sets a language that belongs in it', async () => {
    await done('import', ['--language', 'es-MX', await fileOf('Ola')], env());
    await done('import', ['--language', 'pt-BR', '--section', '13', await fileOf('Onda')], env());
    await done('import', ['--section', '15', await fileOf('Song')], env());
    expect(await places()).toEqual({ Ola: [9, 'es-MX'], Onda: [13, 'pt-BR'], Song: [15, 'vi'] });
  });

  it('is refused by npm run import if it belongs in another section than --section, also in a preview', async () => {
    for (const more of [[], ['--preview']]) {
      const args = [...more, '--section', '7', '--language', 'es', await fileOf('Contradiction')];
      const { code, stderr } = await command('import', args, env());
      expect([code, stderr]).toEqual([
        2,
        expect.stringContaining(
          '"es" belongs in section 9 (Español), but section 7 is English. Omit --section: the language decides it.',
        ),
      ]);
    }
    expect(await places()).not.toHaveProperty('Contradiction');
  });

  it('moves the book to its section in npm run content -- edit', async () => {
    await done('content', ['edit', '1', '--language', 'de'], env());
    expect(await places()).toMatchObject({ Ola: [27, 'de'] });
    await done('content', ['edit', '1', '--language', 'ru'], env());
    expect(await places()).toMatchObject({ Ola: [27, 'ru'] });
  });
});
