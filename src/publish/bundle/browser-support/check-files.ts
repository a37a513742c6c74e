import { glob, readFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { LecternError } from '#src/lib/errors.ts';
import { unsupportedInScript } from './check-script.ts';
import { unsupportedInStyle } from './check-style.ts';
import { isReviewedHas } from './reviewed-has.ts';
import { isReviewedScript, isReviewedStyle } from './reviewed-uses.ts';
import type { UnsupportedUse } from './types.ts';

/** A script or style sheet sent to browsers. */
export interface BrowserFile {
  /** Name in error messages, such as `_astro/page.a1b2c3d4.js`. */
  readonly name: string;
  readonly kind: 'script' | 'style';
  readonly text: string;
}

/** Thrown when files of the site use features that a minimum browser lacks. */
class BrowserSupportError extends LecternError {
  constructor(findings: readonly string[]) {
    super(
      'BROWSER_SUPPORT',
      `These files use features that minimum browsers lack. Avoid the feature, test for it first, or add it to src/publish/bundle/browser-support/reviewed-uses.ts with the reason (docs/develop/browsers.md):\n${findings.join('\n')}`,
    );
  }
}

/** @returns one line per unsupported use: file, feature, browsers */
export function unsupportedIn({ name, kind, text }: BrowserFile): string[] {
  const uses = kind === 'script' ? unsupportedInScript(text) : unsupportedInStyle(text);
  const isAccepted = (use: UnsupportedUse) =>
    kind === 'script' ? isReviewedScript(use, basename(name), text) : isAcceptedStyle(use);
  const lines = uses.filter((use) => !isAccepted(use)).map((use) => lineOf(name, use));
  return [...new Map(lines.map((line) => [line.key, line.text])).values()];
}

/**
 * Returns the uses of `:has()` in a source file that were not reviewed for this file. Built files combine several
 * sources, so the source files must be checked too.
 */
function unreviewedHasIn(name: string, css: string): string[] {
  return unsupportedInStyle(css)
    .filter(({ feature, selector = '' }) => feature === HAS && !isReviewedHas(selector, name))
    .map((use) => lineOf(name, use).text);
}

const HAS = 'css.selectors.has';

function isAcceptedStyle({ feature, selector = '', drops = [] }: UnsupportedUse): boolean {
  if (drops.length > 0) return false;
  return feature === HAS ? isReviewedHas(selector) : isReviewedStyle(feature);
}

function lineOf(name: string, { feature, lackedBy, line, column, selector = '', drops = [] }: UnsupportedUse) {
  const where = feature === HAS || drops.length > 0 ? ` in "${selector}"` : '';
  const lost = drops.length > 0 ? `, and also drops the rule for "${drops.join(', ')}": write two rules` : '';
  const browsers = `${lackedBy.join(', ')} ${lackedBy.length === 1 ? 'lacks' : 'lack'}`;
  return {
    key: `${feature}${where}`,
    text: `${name}:${line}:${column} uses ${feature}${where}, which ${browsers}${lost}`,
  };
}

/**
 * @param files as served to browsers
 * @param sources the style sheets that `files` are built from
 * @throws BrowserSupportError naming each file, feature and browser
 */
export function requireSupport(files: readonly BrowserFile[], sources: readonly BrowserFile[] = []): void {
  const findings = [
    ...sources.flatMap(({ name, text }) => unreviewedHasIn(name, text)),
    ...files.flatMap(unsupportedIn),
  ];
  if (findings.length > 0) throw new BrowserSupportError(findings);
}

/** Returns the site's own style sheets. @param root the project folder */
export async function sourceStyles(root: string): Promise<BrowserFile[]> {
  const names = await Array.fromAsync(glob('src/**/*.css', { cwd: root, exclude: ['src/admin/ui/**'] }));
  return Promise.all(
    names.map(async (name) => ({ name, kind: 'style', text: await readFile(join(root, name), 'utf8') }) as const),
  );
}

/** The scripts and style sheets below a folder and inline in its pages, without duplicates. */
export async function browserFilesIn(folder: string): Promise<BrowserFile[]> {
  const files = new Map<string, BrowserFile>();
  for await (const path of glob('**/*.{js,mjs,css,html}', { cwd: folder })) {
    const text = await readFile(join(folder, path), 'utf8');
    const name = relative('.', path);
    const browserFiles = path.endsWith('.html')
      ? inlineIn(name, text)
      : [{ name, kind: path.endsWith('.css') ? 'style' : 'script', text } as const];
    for (const file of browserFiles) files.set(`${file.kind} ${file.text}`, file);
  }
  return [...files.values()];
}

const INLINE = /<(script|style)\b([^>]*)>([\s\S]*?)<\/\1>/gi;
const SCRIPT_TYPE = /\btype\s*=\s*["']?(?!module\b|text\/javascript\b)[\w/+-]+/i;

/** Inline scripts and styles of a page, except JSON and speculation rules. */
export function inlineIn(name: string, html: string): BrowserFile[] {
  return [...html.matchAll(INLINE)].flatMap(([, tag = '', attributes = '', text = '']) => {
    const kind = tag.toLowerCase() === 'style' ? 'style' : 'script';
    return text.trim() === '' || (kind === 'script' && SCRIPT_TYPE.test(attributes))
      ? []
      : [{ name, kind, text } as const];
  });
}
