import { describe, expect, it } from 'vitest';
import { loadBrands } from '#src/brand/registry.ts';
import { fileOf, planShots, SHOWN } from '../../../../scripts/screenshots/plan.ts';
import { SCREENS } from '../../../../scripts/screenshots/screens.ts';
import { contactSheet } from '../../../../scripts/screenshots/sheet.ts';

const brands = await loadBrands('brands');
const ids = brands.map(({ id }) => id);
const all = planShots(SCREENS, brands, { only: [], brand: [] });

describe('planShots', () => {
  it('includes every screen in two brands, two modes and two sizes', () => {
    for (const { name } of SCREENS) {
      const own = all.filter(({ screen, brand }) => screen.name === name && SHOWN.includes(brand));
      expect(own, name).toHaveLength(8);
    }
  });

  it('includes the home page, a novel and the 404 page in all brands', () => {
    const everywhere = SCREENS.filter((screen) => screen.everywhere).map(({ name }) => name);
    expect(everywhere).toEqual(['home', 'novel', '404']);
    for (const name of everywhere)
      expect(new Set(all.filter(({ screen }) => screen.name === name).map(({ brand }) => brand))).toEqual(new Set(ids));
  });

  it('gives each image a unique file name', () => {
    expect(new Set(all.map(fileOf)).size).toBe(all.length);
  });

  it('includes only the requested screens', () => {
    const shots = planShots(SCREENS, brands, { only: ['login', 'home'], brand: ['tibok'] });
    expect(shots.map(fileOf)).toEqual(
      ['home', 'login'].flatMap((name) =>
        ['day-phone', 'day-wide', 'night-phone', 'night-wide'].map((kind) => `${name}/tibok-${kind}.png`),
      ),
    );
  });

  it.each([
    [{ only: ['hom'], brand: [] }, '--only is "hom". Choose from: home,'],
    [{ only: [], brand: ['nobody'] }, '--brand is "nobody". Choose from: '],
  ])('rejects the unknown names in %j', (choice, message) => {
    expect(() => planShots(SCREENS, brands, choice)).toThrow(message);
  });
});

describe('the list of screenshots', () => {
  it('has unique names that are valid file names', () => {
    const names = SCREENS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => !/^[A-Za-z0-9-]+$/.test(name))).toEqual([]);
  });
});

describe('contactSheet', () => {
  it('shows each image with the name of its screen, or the reason why there is no image', () => {
    const [one, two] = all;
    if (!one || !two) throw new Error('no shots');
    const html = contactSheet([
      { shot: one, path: '/a?b=1&c=<i>', fault: undefined },
      { shot: two, path: '/', fault: 'answered 500 instead of 200' },
    ]);
    expect(html).toContain(`<img src="${fileOf(one)}"`);
    expect(html).toContain('/a?b=1&amp;c=&lt;i&gt;');
    expect(html.match(/class="fault"/g)).toHaveLength(1);
    expect(html).toContain('answered 500 instead of 200');
  });
});
