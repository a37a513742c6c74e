import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { CONTENT_VERSION_PATH } from '#src/contract/content-version.ts';
import { CALLS } from '#src/contract/index.ts';
import { answerTable, objectSections } from '../../scripts/contract-docs/field-tables.ts';
import { ABSENT_FIELDS } from '../../scripts/contract-docs/fields/absent.ts';
import { findStale } from '../../scripts/contract-docs/files.ts';
import { limitsOf } from '../../scripts/contract-docs/limits.ts';
import { OBJECTS, type ObjectGroup } from '../../scripts/contract-docs/objects.ts';
import { annotatedSchemas, openApi } from '../../scripts/contract-docs/openapi.ts';
import { addressOf, fillTables } from '../../scripts/contract-docs/tables.ts';

const names = CALLS.map(({ name }) => name);

it('docs/openapi.json and docs/use/contract.md match the output of npm run contract-docs', async () => {
  expect(await findStale()).toEqual([]);
});

describe('the file docs/openapi.json', () => {
  it('contains each call with its method', () => {
    const paths = openApi()['paths'] as Record<string, object>;
    const listed = Object.entries(paths)
      .filter(([path]) => path !== CONTENT_VERSION_PATH)
      .flatMap(([path, methods]) => Object.keys(methods).map((m) => `${m} ${path}`));
    expect(listed).toEqual(CALLS.map(({ method, path }) => `${method.toLowerCase()} ${path}`));
  });

  it('contains only references that resolve', () => {
    const document = openApi();
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map((match) => match[1] ?? '');
    const resolve = (path: string) =>
      path.split('/').reduce<unknown>((at, key) => Reflect.get(Object(at), key), document);
    expect(references.length).toBeGreaterThan(100);
    expect(references.filter((path) => resolve(path) === undefined)).toEqual([]);
  });
});

describe('docs/use/contract.md', () => {
  it('contains every call', async () => {
    const text = await readFile(new URL('../../docs/use/contract.md', import.meta.url), 'utf8');
    expect(names.filter((name) => !text.includes(`/v1/${name}\``))).toEqual([]);
  });

  it('lists the existing pages that use each call', () => {
    for (const { name, pages } of CALLS) {
      expect(pages.length, name).toBeGreaterThan(0);
      if (typeof pages !== 'string') expect(() => pages.map(addressOf), name).not.toThrow();
    }
    expect(() => addressOf('nothing')).toThrow('Unknown kind of page "nothing"');
  });

  it('cannot be generated if it contains an unknown table', () => {
    expect(() => fillTables('<!-- table:nothing -->\n<!-- end -->')).toThrow('Unknown table "nothing"');
  });
});

describe('the tables of fields', () => {
  const groups = Object.keys(OBJECTS) as ObjectGroup[];
  const sections = groups.flatMap((group) => objectSections(group).split(/^(?=## )/m));
  const sectionOf = (name: string) => sections.find((section) => section.startsWith(`## ${name}\n`)) ?? '';

  it('have a section for each object', () => {
    const names = sections.map((section) => /^## (\w+)/.exec(section)?.[1]);
    expect(names.toSorted()).toEqual(Object.keys(annotatedSchemas()).toSorted());
  });

  it('have a row for each field, with its meaning', () => {
    const extended: Record<string, string> = { BookDetail: 'Book', ChapterContent: 'Chapter' };
    for (const [name, schema] of Object.entries(annotatedSchemas())) {
      const text = sectionOf(name) + sectionOf(extended[name] ?? '');
      const fields = Object.keys((schema['properties'] ?? {}) as object);
      for (const field of fields) {
        const row = text.split('\n').find((line) => line.startsWith(`| \`${field}\` |`));
        expect(row?.split(' | ').at(-1), `${name}.${field}`).toMatch(/^[A-Z\d`].{5,}/);
      }
      if ('oneOf' in schema) expect(text).toMatch(/^\| `kind: \w+` \|/m);
    }
  });

  it('say for each field that may be missing what a site does without it', () => {
    const rows = [...sections, answerTable(true), answerTable(false)].flatMap((section) => section.split('\n'));
    const missable = rows.filter((row) => / \| (no|no, or null|yes, or null) \| /.test(row));
    expect(missable.length).toBeGreaterThan(60);
    expect(missable.filter((row) => / \| (no|no, or null|yes, or null) \| {2}\| /.test(row))).toEqual([]);
  });

  it('use every description of a missing field', () => {
    const used = new Set<string>();
    const onAbsent = (key: string) => used.add(key);
    for (const group of groups) objectSections(group, onAbsent);
    for (const required of [true, false]) answerTable(required, onAbsent);
    expect(Object.keys(ABSENT_FIELDS).filter((key) => !used.has(key))).toEqual([]);
  });

  it('cannot be generated with a pattern that has no description', () => {
    expect(() => limitsOf({ type: 'string', pattern: '^x+$' })).toThrow('The pattern ^x+$ has no description');
    expect(limitsOf({ type: 'integer', minimum: 0, maximum: 35, 'x-unit': 'px' })).toBe('0 to 35; px');
    expect(limitsOf({ type: 'array', minItems: 1, maxItems: 5, items: { type: 'integer', minimum: 1 } })).toBe(
      '1 to 5 entries; each: 1 or more',
    );
  });
});
