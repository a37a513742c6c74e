import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { CONTENT_VERSION_PATH } from '#src/contract/content-version.ts';
import { CALLS } from '#src/contract/index.ts';
import { findStale } from '../../scripts/contract-docs/files.ts';
import { openApi } from '../../scripts/contract-docs/openapi.ts';
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
