import { describe, expect, it } from 'vitest';
import { placeOf } from '#src/components/frame/navigation-entries.ts';
import { createPaths } from '#src/routes/paths.ts';
import { hubOf } from '#src/seo/breadcrumb.ts';
import { englishT } from '../../helpers/texts.ts';

describe('placeOf', () => {
  it.each([
    ['home', 'home'],
    ['tag', 'category'],
    ['ranking', 'ranking'],
    ['history', 'history'],
    ['notebook', 'history'],
    ['login', 'mine'],
    ['novel', undefined],
    [undefined, undefined],
  ] as const)('a page of kind %s stands under %s', (kind, place) => {
    expect(placeOf(kind)).toBe(place);
  });
});

describe('hubOf', () => {
  it('leads from a list to its hub in the same language', async () => {
    const t = await englishT();
    expect(hubOf('letter', createPaths('es'), t)).toEqual([{ name: t('common:hot-novels'), href: '/es/hotnovels' }]);
    expect(hubOf('tags', createPaths('en'), t)).toEqual([]);
  });
});
