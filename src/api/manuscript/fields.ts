import { parse as parseToml, TomlError } from 'smol-toml';
import { parseDocument } from 'yaml';
import { oneLine } from '../epub/text.ts';
import type { Manuscript } from './manuscript.ts';
import { ManuscriptError } from './types.ts';

/** Metadata above the text of a Markdown file. */
export type Fields = Omit<Manuscript, 'body' | 'sheets' | 'split'>;

const YAML_BLOCK = /^---[ \t]*\n([\s\S]*?)\n(?:---|\.\.\.)[ \t]*(?:\n|$)/;
/** Matches the TOML front matter of Hugo and Zola. */
const TOML_BLOCK = /^\+\+\+[ \t]*\n([\s\S]*?)\n\+\+\+[ \t]*(?:\n|$)/;
const TOML_KEY = /^\s*(?:#.*\n\s*)*(?:["']?[\w.-]+["']?\s*=|\[)/;
const YAML_KEY = /^\s*(?:#.*\n\s*)*["']?[\p{L}_][\p{L}\p{N}_ .-]*["']?\s*:(?:\s|$)/u;
/** Matches an unquoted value that contains a colon, which YAML does not allow: `title: The Raft: A Tale`. */
const UNQUOTED = /^([\w-]+):[ \t]+([^\s"'[{|>&*!#].*?:[ \t].*)$/gm;
const MAX_ALIASES = 100;
/** Matches Pandoc's title block: `% title`, `% authors`, `% date`, each of which may continue on indented lines. */
const PERCENT_BLOCK =
  /^%[ \t]?(.*(?:\n[ \t]+\S.*)*)(?:\n%[ \t]?(.*(?:\n[ \t]+\S.*)*))?(?:\n%.*(?:\n[ \t]+\S.*)*)?(?:\n|$)/;

/**
 * Matches the metadata of MultiMarkdown, as Scrivener writes it: first `Title: The Raft`, with values on indented lines.
 * Dialogue has the same form, so only known keys are read.
 */
const COLON_BLOCK =
  /^title:[ \t]*\S.*\n(?:[ \t]+\S.*\n)*(?:[A-Za-z][\w -]{0,40}:[ \t]*(?:\S.*)?\n(?:[ \t]+\S.*\n)*){0,50}(?=[ \t]*\n|$)/i;
const COLON_KEY =
  /^(?:title|subtitle|author|translator|date|copyright|rights|publisher|language|lang|keywords|tags|categories|genre|series|summary|description|abstract|comment|revision|status|affiliation|email|css|format|base ?header ?level|quotes ?language|bibtex|(?:latex|html|odf|mmd|xhtml).*)$/i;

/** Separates YAML, TOML or MultiMarkdown front matter, or Pandoc's title block, from the text below it. @throws ManuscriptError */
export function takeFields(text: string): { fields: Fields; body: string } {
  const yaml = YAML_BLOCK.exec(text);
  if (yaml && YAML_KEY.test(yaml[1] ?? ''))
    return { fields: fieldsOf(yamlOf(yaml[1] ?? '')), body: text.slice(yaml[0].length) };
  const toml = TOML_BLOCK.exec(text);
  if (toml && TOML_KEY.test(toml[1] ?? ''))
    return { fields: fieldsOf(tomlOf(toml[1] ?? '')), body: text.slice(toml[0].length) };
  const colon = COLON_BLOCK.exec(text)?.[0];
  const colonMap = colon === undefined ? undefined : colonFields(colon);
  if (colon !== undefined && colonMap && [...colonMap.keys()].every((key) => COLON_KEY.test(key)))
    return { fields: fieldsOf(colonMap), body: text.slice(colon.length) };
  const percent = PERCENT_BLOCK.exec(text);
  if (!percent) return { fields: {}, body: text };
  const [all, title = '', authors = ''] = percent;
  const names = authors.split(/[;\n]/).map(oneLine).filter(Boolean);
  return {
    fields: { title: oneLine(title) || undefined, authors: names.length > 0 ? names : undefined },
    body: text.slice(all.length),
  };
}

const colonFields = (block: string): ReadonlyMap<string, string> =>
  new Map(
    block
      .trimEnd()
      .split(/\n(?![ \t])/)
      .map(
        (entry) => [entry.slice(0, entry.indexOf(':')).trim(), oneLine(entry.slice(entry.indexOf(':') + 1))] as const,
      ),
  );

function yamlOf(source: string): ReadonlyMap<unknown, unknown> {
  const first = parseDocument(source);
  const document =
    first.errors.length === 0
      ? first
      : parseDocument(
          source.replaceAll(UNQUOTED, (_all, key: string, value: string) => `${key}: ${JSON.stringify(value)}`),
        );
  const [error] = document.errors;
  if (error)
    throw new ManuscriptError(
      `The fields above its text are not valid YAML (line ${(error.linePos?.[0].line ?? 0) + 1}). Correct them.`,
      { cause: error },
    );
  try {
    const value: unknown = document.toJS({ mapAsMap: true, maxAliasCount: MAX_ALIASES });
    return value instanceof Map ? value : new Map();
  } catch (cause) {
    throw new ManuscriptError('The fields above its text have too many aliases. Write the values out.', { cause });
  }
}

function tomlOf(source: string): ReadonlyMap<unknown, unknown> {
  try {
    const value = mapOf(parseToml(source));
    return value instanceof Map ? value : new Map();
  } catch (cause) {
    if (!(cause instanceof TomlError)) throw cause;
    throw new ManuscriptError(`The fields above its text are not valid TOML (line ${cause.line + 1}). Correct them.`, {
      cause,
    });
  }
}

/** Converts the objects of a value to maps, as YAML returns them. */
function mapOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(mapOf);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return new Map(Object.entries(value).map(([name, inner]) => [name, mapOf(inner)]));
}

/** Tables of Hugo and Zola whose fields are like those outside of tables. */
const TABLES = ['extra', 'params', 'taxonomies'];

function fieldsOf(all: ReadonlyMap<unknown, unknown>): Fields {
  const inner = TABLES.flatMap((name) => [
    ...((all.get(name) instanceof Map ? all.get(name) : []) as Map<unknown, unknown>),
  ]);
  const fields = new Map([...inner, ...all].map(([name, value]) => [String(name).toLowerCase(), value]));
  const first = <T>(read: (value: unknown) => T | undefined, ...names: string[]) =>
    names.map((name) => read(fields.get(name))).find((value) => value !== undefined);
  return {
    title: first(lineOf, 'title'),
    authors: first(namesOf, 'author', 'authors', 'creator'),
    language: first(lineOf, 'language', 'lang'),
    description: first(textOf, 'description', 'abstract', 'summary'),
    subjects: first(listOf, 'tags', 'keywords', 'subjects', 'subject', 'categories'),
    identifier: first(lineOf, 'identifier', 'id', 'uuid'),
  };
}

/**
 * Returns the text of a metadata value: the first text of a list, or the text inside `{name: …}` or Pandoc's `{type: …,
 * text: …}`.
 */
function textOf(value: unknown): string | undefined {
  if (Array.isArray(value)) return value.map(textOf).find((text) => text !== undefined);
  if (value instanceof Map) return textOf(value.get('text') ?? value.get('name') ?? value.get('main'));
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  return String(value).trim() || undefined;
}

function lineOf(value: unknown): string | undefined {
  const text = textOf(value);
  return text === undefined ? undefined : oneLine(text) || undefined;
}

/** Returns the items of a list or of a comma-separated text. */
function listOf(value: unknown): string[] | undefined {
  const items = Array.isArray(value) ? value.map(lineOf) : lineOf(value)?.split(',').map(oneLine);
  const list = items?.filter((item) => item !== undefined && item !== '') as string[] | undefined;
  return list?.length ? list : undefined;
}

const namesOf = (value: unknown): string[] | undefined =>
  typeof value === 'string' && value.includes(';') ? value.split(';').map(oneLine).filter(Boolean) : listOf(value);
