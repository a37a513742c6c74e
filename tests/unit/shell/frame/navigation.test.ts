import { describe, expect, it } from 'vitest';
import { createPaths } from '#src/routes/paths.ts';
import { placeOf } from '#src/shell/frame/navigation-entries.ts';
import { hubOf } from '#src/shell/head/breadcrumb.ts';
import { englishT } from '../../../helpers/texts.ts';

describe('placeOf', () => {
  it.each([
    ['home', 'home'],
    ['tag', undefined],
    ['history', 'history'],
    ['notebook', 'history'],
    ['login', 'mine'],
    ['novel', undefined],
    [undefined, undefined],
  ] as const)('places a page of kind %s under %s', (kind, place) => {
    expect(placeOf(kind)).toBe(place);
  });
});

describe('hubOf', () => {
  it('returns the index page that a list belongs to, in the same language', async () => {
    const t = await englishT();
    expect(hubOf('letter', createPaths('es'), t)).toEqual([{ name: t('common:hot-novels'), href: '/es/hotnovels' }]);
    expect(hubOf('tags', createPaths('en'), t)).toEqual([]);
  });
});
