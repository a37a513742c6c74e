import { glob, readFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { LecternError } from '#src/lib/errors.ts';
import { unsupportedInScript } from './check-script.ts';
import { unsupportedInStyle } from './check-style.ts';
import { isReviewed } from './reviewed-uses.ts';

/** A script or style sheet sent to browsers. */
export interface BrowserFile {
  /** Name in error messages, such as `_astro/page.a1b2c3d4.js`. */
  readonly name: string;
  readonly kind: 'script' | 'style';
  readonly text: string;
}

/** Files of the site use features that a minimum browser lacks. */
class BrowserSupportError extends LecternError {
  constructor(findings: readonly string[]) {
    super(
      'BROWSER_SUPPORT',
      `These files use features that minimum browsers lack. Avoid the feature, test for it first, or add it to src/site-bundle/browser-support/reviewed-uses.ts with the reason (docs/develop/browsers.md):\n${findings.join('\n')}`,
    );
  }
}

/** @returns one line per unsupported use: file, feature, browsers */
export function unsupportedIn({ name, kind, text }: BrowserFile): string[] {
  const uses = kind === 'script' ? unsupportedInScript(text) : unsupportedInStyle(text);
  const lines = uses
    .filter(({ feature }) => !isReviewed(feature, basename(name)))
    .map(({ feature, lackedBy, line, column }) => ({
      key: feature,
      text: `${name}:${line}:${column} uses ${feature}, which ${lackedBy.join(', ')} ${lackedBy.length === 1 ? 'lacks' : 'lack'}`,
    }));
  return [...new Map(lines.map((line) => [line.key, line.text])).values()];
}

/** @throws BrowserSupportError that names each file, feature and browser */
export function requireSupport(files: readonly BrowserFile[]): void {
  const findings = files.flatMap(unsupportedIn);
  if (findings.length > 0) throw new BrowserSupportError(findings);
}

/** The scripts and style sheets below a folder and inline in its pages, without duplicates. */
export async function browserFilesIn(folder: string): Promise<BrowserFile[]> {
  const files = new Map<string, BrowserFile>();
  for await (const path of glob('**/*.{js,mjs,css,html}', { cwd: folder })) {
    const text = await readFile(join(folder, path), 'utf8');
    const name = relative('.', path);
    const found = path.endsWith('.html')
      ? inlineIn(name, text)
      : [{ name, kind: path.endsWith('.css') ? 'style' : 'script', text } as const];
    for (const file of found) files.set(`${file.kind} ${file.text}`, file);
  }
  return [...files.values()];
}

const INLINE = /<(script|style)\b([^>]*)>([\s\S]*?)<\/\1>/gi;
const SCRIPT_TYPE = /\btype\s*=\s*["']?(?!module\b|text\/javascript\b)[\w/+-]+/i;

/** Inline scripts and styles of a page, without JSON and speculation rules. */
export function inlineIn(name: string, html: string): BrowserFile[] {
  return [...html.matchAll(INLINE)].flatMap(([, tag = '', attributes = '', text = '']) => {
    const kind = tag.toLowerCase() === 'style' ? 'style' : 'script';
    return text.trim() === '' || (kind === 'script' && SCRIPT_TYPE.test(attributes))
      ? []
      : [{ name, kind, text } as const];
  });
}
