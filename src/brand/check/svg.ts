import sax, { type QualifiedTag } from 'sax';
import { type Finding, lineAt } from './problem.ts';

const SVG = 'http://www.w3.org/2000/svg';

/** Elements that run code, load files or need an installed font, and what to use instead of each. */
const FORBIDDEN: Readonly<Record<string, string>> = {
  script: 'Remove it: pictures cannot run scripts',
  foreignObject: 'Draw its content as paths',
  iframe: 'Draw its content as paths',
  image: 'Draw its content as paths, or name a png or webp file in brand.ts instead',
  audio: 'Remove it: pictures have no animation or sound',
  video: 'Remove it: pictures have no animation or sound',
  style: 'Write its colours as attributes such as fill="#364b56"',
  text: 'Turn its letters into paths: visitors lack the font',
  a: 'Remove the link and keep what is in it',
  animate: 'Remove it: pictures have no animation',
  animateMotion: 'Remove it: pictures have no animation',
  animateTransform: 'Remove it: pictures have no animation',
  set: 'Remove it: pictures have no animation',
  handler: 'Remove it: pictures cannot run scripts',
};

export interface CheckedSvg {
  readonly findings: readonly Finding[];
  /** Width and height of the viewBox; undefined if it is missing or unusable. */
  readonly size?: { readonly width: number; readonly height: number } | undefined;
}

/** Parses a drawing as strict XML. It must be well-formed, have a viewBox, and contain nothing that runs or loads. */
export function checkSvg(text: string): CheckedSvg {
  const findings: Finding[] = [];
  let root: QualifiedTag | undefined;
  let broken: Finding | undefined;
  const parser = new sax.SAXParser(true, { xmlns: true, position: true });
  const here = () => lineAt(text, Math.max(0, parser.startTagPosition - 1));
  const find = (message: string, line = here()) => findings.push({ line, message });
  let names = new Set<string>();
  parser.onerror = (error) => {
    const [reason = ''] = error.message.split('\n');
    const line = Math.min(parser.line + 1, lineAt(text.trimEnd(), text.length));
    const message = `is not well-formed XML: ${reason.replace(/\.?$/, '.')} Export the drawing as SVG again.`;
    broken ??= { line, message };
    // Throws, so that only the first error is reported.
    throw error;
  };
  parser.onopentagstart = () => {
    names = new Set();
  };
  parser.onattribute = ({ name }) => {
    if (names.has(name)) find(`has the attribute "${name}" twice in one element. Remove one of them.`);
    names.add(name);
  };
  parser.onopentag = (tag) => {
    root ??= tag as QualifiedTag;
    for (const message of wrongElement(tag as QualifiedTag)) find(message);
  };
  parser.ondoctype = () => find('has a doctype. Remove the line.', parser.line + 1);
  parser.onprocessinginstruction = ({ name }) => {
    if (name !== 'xml')
      find(`has the instruction <?${name}?>. Remove it: pictures cannot load files.`, parser.line + 1);
  };
  try {
    parser.write(text).close();
  } catch (error) {
    if (!broken) throw error;
  }
  if (broken) return { findings: [broken] };
  if (root?.local !== 'svg' || root.uri !== SVG)
    return { findings: [{ line: 1, message: `is not a drawing: it must start with <svg xmlns="${SVG}">.` }] };
  const size = sizeOf(root.attributes['viewBox']?.value);
  if (!size)
    findings.unshift({ line: 1, message: 'lacks a viewBox. Write one on <svg>, such as viewBox="0 0 512 512".' });
  return { findings, size };
}

function wrongElement({ local, attributes }: QualifiedTag): string[] {
  const remedy = Object.hasOwn(FORBIDDEN, local) ? FORBIDDEN[local] : undefined;
  const wrong = remedy === undefined ? [] : [`contains <${local}>. ${remedy}.`];
  return [
    ...wrong,
    ...Object.values(attributes).flatMap((attribute) => wrongAttribute(attribute.local, attribute.value)),
  ];
}

function wrongAttribute(name: string, value: string): string[] {
  if (/^on/i.test(name)) return [`has the event attribute ${name}. Remove it: pictures cannot run scripts.`];
  if (name === 'style') return ['has a style attribute. Write it as attributes such as fill="#364b56".'];
  if (/^(href|src)$/i.test(name) && !value.trim().startsWith('#'))
    return [`refers to "${shortened(value)}". Include it in the file, and refer to it as ${name}="#id".`];
  const outside = /url\(\s*["']?(?!\s*["']?#)([^)]*)/i.exec(value)?.[1];
  if (outside !== undefined)
    return [`loads "${shortened(outside)}" in ${name}. Refer to an element of the file: url(#id).`];
  return [];
}

const shortened = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

function sizeOf(viewBox: string | undefined): CheckedSvg['size'] {
  const numbers = (viewBox ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const [, , width = 0, height = 0] = numbers;
  return numbers.length === 4 && numbers.every(Number.isFinite) && width > 0 && height > 0
    ? { width, height }
    : undefined;
}
