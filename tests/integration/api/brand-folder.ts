import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The file name and the viewBox of each image, by the field of the brand that names the image. */
const ASSETS = {
  logo: ['logo', '0 0 120 32'],
  icon: ['icon', '0 0 512 512'],
  bookSourceImg: ['cover', '0 0 400 600'],
  headerBg: ['header', '0 0 1600 120'],
  notFoundImg: ['lost', '0 0 480 360'],
  emptyImg: ['empty', '0 0 240 180'],
};

/** Writes a brands folder that contains the minimal brand `test`, with the API prefix `/test_api`. */
export async function writeBrandFolder(folder: string): Promise<void> {
  await mkdir(join(folder, 'test', 'assets'), { recursive: true });
  const files = Object.entries(ASSETS).map(([field, [name]]) => [field, `assets/${name}.svg`] as const);
  for (const [name, viewBox] of Object.values(ASSETS))
    await writeFile(
      join(folder, 'test', `assets/${name}.svg`),
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}"/>`,
    );
  const brand = {
    id: 'test',
    appName: 'Test',
    tagline: 'A brand for tests only.',
    ...Object.fromEntries(files),
    themeColor: 'oklch(0.5 0.1 30)',
    headerGround: 'oklch(0.2 0.02 30)',
    headerColor: 'oklch(0.98 0 0)',
    radius: 4,
    listing: 'rows',
    banner: 'plain',
    hosts: ['test.example'],
    apiPrefix: '/test_api',
    analytics: [],
    consent: false,
    locales: ['en'],
    displayFace: { family: 'Test', fallback: 'serif', files: [{ file: 'test/files/test.woff2', weight: '400' }] },
    supportEmail: 'help@test.example',
    apps: { ios: null, android: null, scheme: 'test' },
    defaultMode: 'system',
  };
  await writeFile(join(folder, 'test', 'brand.ts'), `export default ${JSON.stringify(brand)};\n`);
}
