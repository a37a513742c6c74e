import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { REQUIRED_CASES } from '#src/contract/conformance/cases-required.ts';
import { CONTENT_VERSION_PATH } from '#src/contract/content-version.ts';
import { API_ERRORS, CALLS } from '#src/contract/index.ts';
import { demandsOf } from '../../scripts/contract-docs/demands.ts';
import { exampleOf } from '../../scripts/contract-docs/examples/calls.ts';
import { examplesOfObject } from '../../scripts/contract-docs/examples/objects.ts';
import { examplesOf } from '../../scripts/contract-docs/field-examples.ts';
import { FIELDS } from '../../scripts/contract-docs/fields/index.ts';
import { annotatedSchemas, openApi } from '../../scripts/contract-docs/openapi.ts';
import { type Json, jsonSchema, NAMED } from '../../scripts/contract-docs/schemas.ts';

const used = new Set<string>();
const document = openApi((key) => used.add(key));
const named = annotatedSchemas();

interface Operation {
  readonly description: string;
  readonly parameters: readonly (Json & { readonly name?: string; readonly schema?: Json })[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly example: unknown } } };
  readonly responses: Readonly<Record<string, Json>>;
}
const operationOf = ({ path, method }: (typeof CALLS)[number]) =>
  (document['paths'] as Record<string, Record<string, Operation>>)[path]?.[method.toLowerCase()] as Operation;

/** Lists every field in a part of the OpenAPI document, with its path. */
function fieldsIn(part: unknown, path: string): { name: string; path: string; field: Json }[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, value]) => {
    if (key === 'example' || key === 'examples' || key.startsWith('x-')) return [];
    if (key !== 'properties') return fieldsIn(value, `${path}.${key}`);
    return Object.entries(value as Record<string, Json>).flatMap(([name, field]) => [
      { name, path: `${path}.${name}`, field },
      ...fieldsIn(field, `${path}.${name}`),
    ]);
  });
}

/** Fields of the response envelope, which are described only once. */
const ENVELOPE = /responses\.200\.content\.application\/json\.schema\.(success|data|errors)$/;

describe('the OpenAPI description', () => {
  const fields = fieldsIn(document, '').filter(({ path }) => !ENVELOPE.test(path));
  const isOfNumbers = ({ type, anyOf }: Json): boolean =>
    type === 'integer' || type === 'number' || (Array.isArray(anyOf) && anyOf.some(isOfNumbers));

  it('describes every field', () => {
    expect(fields.length).toBeGreaterThan(300);
    expect(fields.filter(({ field }) => !field['description']).map(({ path }) => path)).toEqual([]);
  });

  it('describes every parameter and gives an example or its allowed values', () => {
    const parameters = CALLS.flatMap((call) => operationOf(call).parameters.filter((one) => !('$ref' in one)));
    expect(parameters.length).toBeGreaterThan(50);
    for (const parameter of parameters) {
      expect(parameter).toHaveProperty('description');
      expect(Boolean(parameter['example'] ?? parameter.schema?.['enum'])).toBe(true);
    }
  });

  it('states the unit of every number that is not an id', () => {
    const numbers = fields.filter(({ name, field }) => isOfNumbers(field) && !/^id$|_id$|^section$/.test(name));
    expect(numbers.length).toBeGreaterThan(30);
    expect(numbers.filter(({ field }) => !field['x-unit']).map(({ path }) => path)).toEqual([]);
  });

  it('describes the content version, whose URL has no prefix and needs no token', () => {
    const paths = document['paths'] as Record<string, Json>;
    expect(paths[CONTENT_VERSION_PATH]).toMatchObject({
      servers: [{ url: '/' }],
      get: {
        security: [{}],
        responses: { 200: { content: { 'application/json': { example: { version: '4711' } } } } },
      },
    });
    expect(Object.keys(paths)).toHaveLength(CALLS.length + 1);
  });

  it('marks only the text of a chapter as HTML', () => {
    const texts = fields.filter(({ field }) => field['contentMediaType'] === 'text/html').map(({ path }) => path);
    expect(texts).toEqual(['.components.schemas.ChapterContent.html']);
  });

  it('describes only fields that exist', () => {
    expect(Object.keys(FIELDS).filter((key) => !used.has(key))).toEqual([]);
  });

  it.each(Object.keys(NAMED))('has examples of %s, and of each of its fields, that match its schema', (name) => {
    const schema = NAMED[name];
    const schemas = Reflect.get(Object(document['components']), 'schemas') as Record<string, Json>;
    const objects = schemas[name]?.['examples'] as unknown[];
    expect(objects).toEqual(examplesOfObject(name));
    for (const examples of [objects, examplesOf(named[name] ?? {}, named)]) {
      expect(examples.length).toBeGreaterThan(0);
      for (const example of examples) expect(schema && v.safeParse(schema, example).issues).toBeUndefined();
    }
  });

  it('has an example for each variant of an object', () => {
    for (const [name, schema] of Object.entries(named)) {
      const variants = (schema['oneOf'] ?? []) as { properties: { kind: { const: string } } }[];
      const kinds = examplesOfObject(name).map((example) => Reflect.get(Object(example), 'kind'));
      for (const { properties } of variants) expect(kinds, name).toContain(properties.kind.const);
    }
  });

  const examples = [CALLS.map(exampleOf), Object.keys(NAMED).map(examplesOfObject)];

  it('has no placeholders in examples', () => {
    const texts: string[] = [];
    JSON.stringify(examples, (_name, value) => {
      if (typeof value === 'string') texts.push(value);
      return value;
    });
    expect(texts.length).toBeGreaterThan(500);
    expect(texts.filter((text) => /^(string|foo|bar|test|lorem.*|x+)$/i.test(text))).toEqual([]);
  });

  it('gives a book or an author with one id the same name in all examples', () => {
    const names = new Map<string, Set<unknown>>();
    const add = (key: string, name: unknown) => names.set(key, (names.get(key) ?? new Set()).add(name));
    JSON.stringify(examples, (_name, value) => {
      if (typeof value?.title === 'string' && value.category) add(`book ${value.id}`, value.title);
      if (typeof value?.name === 'string' && value.introduction && !value.tags) add(`author ${value.id}`, value.name);
      return value;
    });
    expect([...names.keys()].toSorted()).toEqual(['author 4', 'book 12', 'book 15', 'book 7412', 'book 7413']);
    expect([...names.values()].filter((all) => all.size !== 1)).toEqual([]);
  });

  it.each(CALLS.map((call) => [call.name, call] as const))(
    'has an example request and response for %s that match its schemas',
    (_, call) => {
      const { parameters, requestBody, responses, description } = operationOf(call);
      expect(description).toContain(call.purpose);
      const request = requestBody
        ? requestBody.content['application/json'].example
        : Object.fromEntries(
            parameters.flatMap(({ name, example, schema }) =>
              name === undefined ? [] : [[name, example ?? examplesOf(schema ?? {}, named)[0]]],
            ),
          );
      expect(v.safeParse(call.params, request).issues).toBeUndefined();
      const content = responses['200']?.['content'] as {
        'application/json': { example: { success: 1; data: unknown } };
      };
      const response = content['application/json'].example;
      expect(response).toMatchObject({ success: 1, errors: [] });
      expect(v.safeParse(call.data, response.data).issues).toBeUndefined();
      // Without this check, the test would be pointless: every example matches a schema that does not describe an
      // object.
      expect(jsonSchema(call.data)).toHaveProperty('type', 'object');
    },
  );

  it('describes each error of a call, with an example of the error response', () => {
    for (const call of CALLS) {
      const { responses } = operationOf(call);
      for (const code of [...call.errors, 'INTERNAL', 'UNAVAILABLE'] as const) {
        const response = responses[API_ERRORS[code]];
        expect(response?.['description']).toMatch(new RegExp(`\`${code}\`: [A-Z].{20}`));
        expect(response).toHaveProperty(['content', 'application/json', 'examples', code]);
        if ([429, 503].includes(API_ERRORS[code])) expect(response?.['headers']).toHaveProperty('Retry-After');
      }
    }
  });

  it('states the conformance requirements of lists, filters, changes and the twelve required calls', () => {
    const textOf = (name: string) => demandsOf(CALLS.find((call) => call.name === name) as (typeof CALLS)[number]);
    for (const { call } of REQUIRED_CASES)
      expect([call.name, textOf(call.name)]).toEqual([call.name, expect.stringMatching(/^The conf/)]);
    expect(textOf('genre.books')).toMatch(/filter the listed and counted books[\s\S]*Pages have the requested length/);
    expect(textOf('book.list')).toContain('An unknown cursor is 400.');
    const length = operationOf(CALLS.find(({ name }) => name === 'genre.books') as (typeof CALLS)[number]);
    expect(length.parameters.find(({ name }) => name === 'length')?.['description']).toContain(
      '`short` below 50000, `medium` from 50000 to below 200000, `long` from 200000',
    );
  });
});
