import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const FEATURES = 'src/features';
/** Sheets that every page loads after the first paint. */
const LATER = globSync('src/shell/styles/after-paint*.css');
const OTHER_COMPONENT = /from '#src\/features\/([\w-]+)\/([\w/-]+\.tsx)'/g;
const CLASS_NAMES = /className="([^"{}]+)"/g;

/** The text of a style sheet, including the style sheets that it imports. */
function styles(file: string): string {
  const text = readFileSync(file, 'utf8');
  return text.replaceAll(/@import "([^"]+)"[^;]*;/g, (_rule, path: string) =>
    path.startsWith('.') ? styles(join(dirname(file), path)) : '',
  );
}

const hasRule = (css: string, name: string) => new RegExp(String.raw`\.${name}(?![\w-])`).test(css);

/** The component's classes for which its own feature has rules. */
function styledClasses(feature: string, component: string): string[] {
  const source = readFileSync(join(FEATURES, feature, component), 'utf8');
  const names = [...source.matchAll(CLASS_NAMES)].flatMap(([, text = '']) => text.split(' '));
  const css = globSync(join(FEATURES, feature, '**/*.css')).map((file) => readFileSync(file, 'utf8'));
  return names.filter((name) => css.some((text) => hasRule(text, name)));
}

it('a page that shows a component of another feature includes the CSS rules of its classes', () => {
  const missing: string[] = [];
  let checked = 0;
  for (const file of globSync(`${FEATURES}/*/**/*.tsx`)) {
    const [, , user = ''] = file.split('/');
    const sheet = globSync(join(FEATURES, user, 'page.css'))[0];
    if (sheet === undefined) continue;
    const own = globSync(join(FEATURES, user, 'after-paint.css'));
    const css = [sheet, ...own, ...LATER].map(styles).join('\n');
    for (const [, owner = '', component = ''] of readFileSync(file, 'utf8').matchAll(OTHER_COMPONENT)) {
      if (owner === user) continue;
      for (const name of styledClasses(owner, component)) {
        checked += 1;
        if (!hasRule(css, name)) missing.push(`${sheet} has no rule for .${name} of ${owner}/${component}`);
      }
    }
  }
  expect(missing).toEqual([]);
  expect(checked).toBeGreaterThan(0);
});
