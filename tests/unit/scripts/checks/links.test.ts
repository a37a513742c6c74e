import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checkLinks } from '../../../../scripts/checks/links.ts';

it('the link check reports links and paths in README, docs and comments that point to missing files', async () => {
  const root = await mkdtemp(join(tmpdir(), 'lectern-links-'));
  try {
    await mkdir(join(root, 'docs/operate'), { recursive: true });
    await mkdir(join(root, 'src'));
    await writeFile(join(root, 'src/here.ts'), '/** As src/here.ts and src/lost.ts. */\nconst file = "src/data.ts";\n');
    await writeFile(
      join(root, 'README.md'),
      '[here](src/here.ts#L1) [web](https://example.com/x) [gone](docs/gone.md)\n',
    );
    await writeFile(
      join(root, 'docs/operate/page.md'),
      '\n[up](../../README.md) `src/here.ts` `src/gone.ts` `src/NAME.ts`\n',
    );
    const findings = (await checkLinks(root)).map(({ file, line, rule }) => `${file}:${line}: ${rule}`);
    expect(findings.sort()).toEqual([
      'README.md:1: docs/gone.md does not exist',
      'docs/operate/page.md:2: src/gone.ts does not exist',
      'src/here.ts:1: src/lost.ts does not exist',
    ]);
  } finally {
    await rm(root, { recursive: true });
  }
});
