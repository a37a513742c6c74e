import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readModules } from '../../../../scripts/checks/modules.ts';
import { checkPlainFiles } from '../../../../scripts/checks/plain-files.ts';

describe('the check for file functions that follow links', () => {
  it.each(['await cp(from, to);', 'cpSync(a, b)', 'readdirSync(folder, { recursive: true })', 'glob("**")'])(
    'reports "%s" only in code that must not follow links',
    (text) => {
      const findings = checkPlainFiles([{ path: 'src/operate/backup/x.ts', lines: 1, text }]);
      expect(findings).toMatchObject([{ file: 'src/operate/backup/x.ts', line: 1 }]);
      expect(checkPlainFiles([{ path: 'scripts/x.ts', lines: 1, text }])).toEqual([]);
    },
  );

  it('reports nothing in this project', async () => {
    const root = fileURLToPath(new URL('../../../..', import.meta.url));
    expect(checkPlainFiles(await readModules(root, ['src']))).toEqual([]);
  });
});
