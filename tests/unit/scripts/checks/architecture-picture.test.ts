import { describe, expect, it } from 'vitest';
import { drawParts } from '../../../../scripts/checks/architecture-picture.ts';

const imports = (...pairs: readonly string[]) =>
  pairs.map((pair) => pair.split(' ')).map(([from = '', to = '']) => ({ from, to }));
const lines = (picture: string) => picture.split('\n').filter((line) => line.includes('-->'));

describe('the architecture diagram', () => {
  it('has one line from the importing part to the imported part', () => {
    const picture = drawParts(imports('src/shell/a.ts src/lib/http.ts', 'src/shell/head/b.ts src/lib/slug.ts'));
    expect(lines(picture)).toEqual(['  shell --> lib']);
  });

  it('omits a line that follows from other lines', () => {
    const picture = drawParts(imports('src/a/x.ts src/b/x.ts', 'src/b/x.ts src/c/x.ts', 'src/a/x.ts src/c/x.ts'));
    expect(lines(picture)).toEqual(['  a --> b', '  b --> c']);
  });

  it('keeps both lines between two parts that import each other', () => {
    const picture = drawParts(imports('src/a/x.ts src/b/x.ts', 'src/b/y.ts src/a/y.ts'));
    expect(lines(picture)).toEqual(['  a --> b', '  b --> a']);
  });

  it('has one line to a part that two mutually dependent parts import', () => {
    const picture = drawParts(
      imports('src/a/x.ts src/b/x.ts', 'src/b/y.ts src/a/y.ts', 'src/a/x.ts src/c/x.ts', 'src/b/x.ts src/c/x.ts'),
    );
    expect(lines(picture)).toEqual(['  a --> b', '  b --> a', '  b --> c']);
  });

  it('has one box per folder in src/, and one per module directly in src/', () => {
    const picture = drawParts(imports('src/publish/plan/x.ts src/lib/x.ts', 'src/middleware.ts src/lib/x.ts'));
    expect(lines(picture)).toEqual(['  middleware --> lib', '  publish --> lib']);
  });

  it('omits packages, scripts and declarations', () => {
    const picture = drawParts(
      imports('src/lib/x.ts node_modules/pino/pino.js', 'scripts/api.ts src/lib/x.ts', 'src/env.d.ts src/lib/x.ts'),
    );
    expect(lines(picture)).toEqual([]);
  });

  it('gives each part a class for the place where it runs', () => {
    const picture = drawParts(
      imports(
        'src/i18n/x.ts src/contract/x.ts',
        'src/publish/rebuild/x.ts src/lib/x.ts',
        'src/pages/x.ts src/lib/x.ts',
      ),
    );
    expect(picture).toContain('i18n["i18n"]:::browser');
    expect(picture).toContain('contract["contract"]:::both');
    expect(picture).toContain('publish["publish"]:::node');
    expect(picture).toContain('pages["pages"]:::pages');
  });
});
