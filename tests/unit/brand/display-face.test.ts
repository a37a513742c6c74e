import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { displayFaceCss, standIns } from '#src/brand/display-face.ts';

const ROOT = join(import.meta.dirname, '../../..');
const read = (file: string) => readFile(join(ROOT, file));
const OSWALD = 'node_modules/@fontsource/oswald/files/oswald-latin-600-normal.woff2';
const LITERATA = 'node_modules/@fontsource/literata/files/literata-latin-400-normal.woff2';

const oswald = { family: 'Oswald', fallback: 'sans-serif' as const };
const files = (...weights: string[]) => weights.map((weight, index) => ({ file: `face-${index}.woff2`, weight }));

describe('the CSS of a display font', () => {
  it('has a fallback with the metrics of the font for each common system font', async () => {
    const css = (
      await displayFaceCss({ ...oswald, files: files('600') }, [
        { url: '/_brand/o.woff2', content: await read(OSWALD) },
      ])
    ).join('\n');
    expect(css).toContain('--display:"Oswald","Oswald Fallback: Arial","Oswald Fallback: Roboto",var(--sans-serif)');
    expect(css).toMatch(/"Oswald Fallback: Arial";src: local\('Arial'\)[^}]*size-adjust: 89\.9\d+%/);
    expect(css).toMatch(/"Oswald Fallback: Roboto";[^}]*ascent-override: 132\.\d+%/);
  });

  it('has no fallback for a file whose metrics cannot be read', async () => {
    const css = await displayFaceCss({ ...oswald, files: files('600') }, [
      { url: '/x', content: Buffer.from('no font') },
    ]);
    expect(css.join('\n')).toContain('--display:"Oswald",var(--sans-serif)');
  });

  it.each([
    ['sets headings in the only weight of a static font', ['700', '700'], ['--display-weight:700']],
    ['leaves the weight of a variable font to the layout', ['100 900'], []],
    ['leaves the weight of a font with two weights to the layout', ['400', '700'], []],
  ])('%s', async (_title, weights, expected) => {
    const css = (await displayFaceCss({ ...oswald, files: files(...weights) }, [])).join('\n');
    expect(css.match(/--display-weight:\d+/g) ?? []).toEqual(expected);
  });
});

it('the fallback fonts for the chapter font match its file', async () => {
  const { css, families } = await standIns({ family: 'Literata', fallback: 'serif' }, await read(LITERATA));
  const normalized = (text: string) => text.replaceAll("'", '"').replaceAll(/\s+/g, '').replaceAll(';}', '}');
  const sheet = normalized((await read('src/shell/styles/book-face.css')).toString());
  const faces = css.split('@font-face').slice(1);
  expect(faces).toHaveLength(3);
  for (const face of faces) expect(sheet).toContain(normalized(face));
  const tokens = (await read('src/shell/styles/tokens.css')).toString().replaceAll(/\s+/g, ' ');
  expect(tokens).toContain(`--book: "Literata", ${families.join(', ')}, var(--serif);`);
});
