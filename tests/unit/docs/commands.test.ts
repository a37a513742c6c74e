import { globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { expect, it } from 'vitest';

const SCRIPTS: Readonly<Record<string, string>> = JSON.parse(readFileSync('package.json', 'utf8')).scripts;

interface Program {
  readonly options: ParseArgsOptionsConfig;
  readonly allowPositionals: boolean;
}

/**
 * The argument of `defineCommand` in the program of an npm script. It is read from the source, because importing all
 * programs takes half a minute.
 */
function programOf(line: string): Program {
  const program = line.split(' ').at(-1);
  const file = globSync(`src/commands/*/${program}.command.ts`)[0] ?? `scripts/${program}.ts`;
  const code = readFileSync(file, 'utf8');
  const name = /^ {2}options: (\w+),$/m.exec(code)?.[1];
  const source = name === undefined ? code : readFileSync(importedFile(file, code, name), 'utf8');
  const literal = literalAfter(source, name === undefined ? 'options: ' : `export const ${name} = `).replaceAll(
    /\.\.\.(\w+)/g,
    (_all, other: string) => literalAfter(source, `const ${other} = `),
  );
  const options = [...literal.matchAll(/'?([\w-]+)'?: \{ type: '(string|boolean)'(, multiple: true)?/g)].map(
    ([, option = '', type, multiple]) => [option, { type, multiple: multiple !== undefined }],
  );
  if (options.length !== literal.split('type:').length - 1)
    throw new Error(`The options of ${file} are written otherwise.`);
  return { options: Object.fromEntries(options), allowPositionals: /^ {2}positionals: true,$/m.test(code) };
}

function importedFile(file: string, code: string, name: string): string {
  const from = new RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\} from '(?:#(src/[^']+)|(\\.[^']+))'`).exec(code);
  if (!from) throw new Error(`${file} does not import ${name}.`);
  return from[1] ?? join(dirname(file), from[2] ?? '');
}

/** The object literal after `start`, including its braces. */
function literalAfter(code: string, start: string): string {
  const from = code.indexOf(`${start}{`) + start.length;
  if (from < start.length) throw new Error(`There is no "${start}{".`);
  let depth = 0;
  for (let at = from; at < code.length; at += 1) {
    if (code[at] === '{') depth += 1;
    if (code[at] === '}') depth -= 1;
    if (depth === 0) return code.slice(from, at + 1);
  }
  throw new Error(`What begins with "${start}" does not end.`);
}

const PROGRAMS = new Map(Object.entries(SCRIPTS).map(([name, line]) => [name, programOf(line)]));

const FILES = readdirSync('docs', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .map((name) => join('docs', name))
  .concat('README.md', 'CONTRIBUTING.md', 'SECURITY.md');

interface Mention {
  readonly file: string;
  readonly text: string;
  readonly name: string;
  readonly args: readonly string[];
}

const NPM = /\bnpm (?:--?[\w-]+ )*(?:run (?:--?[\w-]+ )*(\w[\w:-]*)|(start|test))\b(?: -- (.*))?/;

/** npm commands in the code of a page: in code spans, and in code blocks up to a comment or a column of words. */
function mentionsIn(file: string): Mention[] {
  const text = readFileSync(file, 'utf8');
  const blocks = [...text.matchAll(/^ *```\w*\n(.*?)^ *```/gms)].flatMap(([, block = '']) => block.split('\n'));
  const spans = [...text.replaceAll(/^ *```.*?^ *```/gms, '').matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span);
  const lines = [...blocks.map((line) => line.trim().replace(/\s(?:\s|#).*$/, '')), ...spans];
  return lines.flatMap((line) => {
    const [, run, alone, rest = ''] = NPM.exec(line) ?? [];
    const name = run ?? alone;
    return name === undefined ? [] : [{ file, text: line, name, args: wordsOf(rest) }];
  });
}

/** Splits words like a shell, up to a pipe or a redirection, without placeholders for optional parts. */
const wordsOf = (text: string) =>
  [
    ...text
      .replace(/ [>|] .*/, '')
      .replaceAll(/[[\]…]/g, '')
      .matchAll(/"[^"]*"|[^\s"]+/g),
  ].map(([word]) => word.replaceAll('"', ''));

function problemOf({ name, args }: Mention): string | undefined {
  const program = PROGRAMS.get(name);
  if (args.length === 1 && args[0] === '--help') return undefined;
  if (program === undefined) return `there is no npm script ${name}`;
  try {
    parseArgs({ ...program, args: [...args] });
    return undefined;
  } catch (error) {
    return String(error);
  }
}

it('every npm command in the docs is valid', () => {
  const mentions = FILES.flatMap(mentionsIn);
  expect(mentions.length).toBeGreaterThan(100);
  const problems = mentions.flatMap((mention) => {
    const problem = problemOf(mention);
    return problem === undefined ? [] : [`${mention.file}: ${mention.text}: ${problem}`];
  });
  expect(problems).toEqual([]);
});

it('commands.md has every npm script', () => {
  const mentionedCommands = new Set(mentionsIn('docs/use/commands.md').map(({ name }) => name));
  expect(Object.keys(SCRIPTS).filter((name) => !mentionedCommands.has(name))).toEqual([]);
});

it('every option mentioned on an operations page exists', () => {
  // `omit` belongs to npm itself.
  const optionNames = new Set([
    'help',
    'omit',
    ...[...PROGRAMS.values()].flatMap(({ options }) => Object.keys(options)),
  ]);
  const mentionedOptions = FILES.filter((file) => file.startsWith('docs/operate/')).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/`--([\w-]+)/g)].map(([, name = '']) => ({ file, name })),
  );
  expect(mentionedOptions.length).toBeGreaterThan(20);
  expect(mentionedOptions.filter(({ name }) => !optionNames.has(name))).toEqual([]);
});
