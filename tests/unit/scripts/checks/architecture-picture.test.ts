import { describe, expect, it } from 'vitest';
import { checkPicture, drawParts, fillPicture } from '../../../../scripts/checks/architecture-picture.ts';

const imports = (...pairs: readonly string[]) =>
  pairs.map((pair) => pair.split(' ')).map(([from = '', to = '']) => ({ from, to }));
const lines = (picture: string) => picture.split('\n').filter((line) => line.includes('-->'));

describe('the picture of the parts', () => {
  it('has a line from the part that imports to the one that is imported, once', () => {
    const picture = drawParts(imports('src/seo/head.ts src/lib/http.ts', 'src/seo/feeds/rss.ts src/lib/slug.ts'));
    expect(lines(picture)).toEqual(['  seo --> lib']);
  });

  it('leaves out a line that others lead to as well', () => {
    const picture = drawParts(imports('src/a/x.ts src/b/x.ts', 'src/b/x.ts src/c/x.ts', 'src/a/x.ts src/c/x.ts'));
    expect(lines(picture)).toEqual(['  a --> b', '  b --> c']);
  });

  it('keeps both lines of parts that import each other', () => {
    const picture = drawParts(imports('src/a/x.ts src/b/x.ts', 'src/b/y.ts src/a/y.ts'));
    expect(lines(picture)).toEqual(['  a --> b', '  b --> a']);
  });

  it('keeps one line to a third part that parts which import each other share', () => {
    const picture = drawParts(
      imports('src/a/x.ts src/b/x.ts', 'src/b/y.ts src/a/y.ts', 'src/a/x.ts src/c/x.ts', 'src/b/x.ts src/c/x.ts'),
    );
    expect(lines(picture)).toEqual(['  a --> b', '  b --> a', '  b --> c']);
  });

  it('tells folders of src/browser apart, and takes a module of src for a part of its own', () => {
    const picture = drawParts(imports('src/browser/inline/x.ts src/lib/x.ts', 'src/middleware.ts src/lib/x.ts'));
    expect(lines(picture)).toEqual(['  browser-inline --> lib', '  middleware --> lib']);
  });

  it('shows neither packages nor scripts nor declarations', () => {
    const picture = drawParts(
      imports('src/lib/x.ts node_modules/pino/pino.js', 'scripts/api.ts src/lib/x.ts', 'src/env.d.ts src/lib/x.ts'),
    );
    expect(lines(picture)).toEqual([]);
  });

  it('says by a class where each part runs', () => {
    const picture = drawParts(
      imports('src/islands/x.ts src/contract/x.ts', 'src/rebuild/x.ts src/lib/x.ts', 'src/pages/x.ts src/lib/x.ts'),
    );
    expect(picture).toContain('islands["islands"]:::browser');
    expect(picture).toContain('contract["contract"]:::both');
    expect(picture).toContain('rebuild["rebuild"]:::node');
    expect(picture).toContain('pages["pages"]:::pages');
  });
});

describe('the page with the picture', () => {
  const page = 'One\n\n<!-- picture:parts -->\nold\n<!-- end -->\n\nTwo\n';

  it('gets the picture between its marks, and keeps the rest', () => {
    expect(fillPicture(page, 'new\n')).toBe('One\n\n<!-- picture:parts -->\nnew\n<!-- end -->\n\nTwo\n');
  });

  it('is out of date with another picture, by the line of its mark', () => {
    expect(checkPicture('docs/x.md', page, 'new\n')).toMatchObject([{ file: 'docs/x.md', line: 3 }]);
    expect(checkPicture('docs/x.md', page, 'old\n')).toEqual([]);
  });

  it('needs its marks', () => {
    expect(() => fillPicture('One\n', 'new\n')).toThrow('picture:parts');
  });
});
