import { CONTENT_VERSION_PATH } from '#src/contract/content-version.ts';
import { type AnyCall, CALLS } from '#src/contract/index.ts';
import { DEFAULT_LOCALE, LOCALES } from '#src/contract/locales.ts';
import { annotated, describe, type OnField } from './annotate.ts';
import { demandsOf, GENERAL_DEMANDS } from './demands.ts';
import { exampleOf } from './examples/calls.ts';
import { examplesOfObject } from './examples/objects.ts';
import { FAILURE_EXAMPLES, failures } from './failures.ts';
import type { Schemas } from './field-examples.ts';
import { ANSWER } from './fields/index.ts';
import { type Json, jsonSchema, namedSchemas } from './schemas.ts';

const { section, lang } = LOCALES[DEFAULT_LOCALE];

const SECTION = { type: 'integer', minimum: 1, default: section };
const LANG = { type: 'string', maxLength: 35, default: lang };

/** The named schemas, whose fields have descriptions, units and examples. */
export const annotatedSchemas = (onField?: OnField): Schemas =>
  Object.fromEntries(
    Object.entries({ ...namedSchemas(), Failure: FAILURE } as Schemas).map(([name, schema]) => [
      name,
      annotated(schema, name, onField),
    ]),
  );

/**
 * Returns the contract as an OpenAPI 3.1 document.
 * @param onField called with the key of each field documentation that is used
 */
export function openApi(onField?: OnField): Json {
  const schemas = Object.entries(annotatedSchemas(onField));
  return {
    openapi: '3.1.1',
    info: {
      title: 'Lectern upstream',
      version: '1.0.0',
      description: `The calls between a Lectern site and its upstream; docs/use/contract.md explains them.\n\n${GENERAL_DEMANDS}`,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [
      { url: '{prefix}', variables: { prefix: { default: '/public', description: "The brand's API prefix." } } },
    ],
    tags: [
      { name: 'required', description: 'Required for every upstream.' },
      { name: 'optional', description: 'Optional: the site works without them.' },
    ],
    security: [{}, { bearer: [] }],
    paths: {
      ...Object.fromEntries(
        CALLS.map((call) => [call.path, { [call.method.toLowerCase()]: operation(call, onField) }]),
      ),
      [CONTENT_VERSION_PATH]: CONTENT_VERSION,
    },
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: 'Empty for an anonymous call.' } },
      parameters: PARAMETERS,
      headers: HEADERS,
      examples: FAILURE_EXAMPLES,
      schemas: Object.fromEntries(
        schemas.map(([name, schema]) => [name, { ...schema, examples: examplesOfObject(name) }]),
      ),
    },
  };
}

/** The endpoint for the content version. It is not a call: its response has no envelope, and its path has no prefix. */
const CONTENT_VERSION = {
  servers: [{ url: '/', description: 'The origin, without a prefix.' }],
  get: {
    operationId: 'content-version',
    summary: 'Whether content has changed.',
    description:
      'Changes whenever content changes; up to 4 KiB. A site with cached pages polls it once a second and then clears its cache. Optional. Without it (404), pages are cached for up to a minute.',
    tags: ['optional'],
    security: [{}],
    responses: {
      200: {
        description: 'The version.',
        content: {
          'application/json': {
            schema: {
              type: 'object',
              properties: { version: { type: 'string', description: 'For example the number of the last change.' } },
              required: ['version'],
            },
            example: { version: '4711' },
          },
        },
      },
    },
  },
};

const HEADERS = {
  ETag: { description: 'Strong validator of the body.', schema: { type: 'string' }, example: '"9f3c01ab"' },
  'Retry-After': {
    description: 'Seconds after which to retry.',
    schema: { type: 'integer', 'x-unit': 'seconds' },
    example: 30,
  },
};

const header = (name: string, description: string, schema: Json) => ({ name, in: 'header', description, schema });

const PARAMETERS = {
  section: { name: 'section', in: 'query', ...parameterNotes('', 'section'), schema: SECTION },
  lang: { name: 'lang', in: 'query', ...parameterNotes('', 'lang'), schema: LANG },
  device: header('Device-Uuid', 'Id of the device; may be empty.', {
    type: 'string',
    examples: ['6f1d2c3b-4a59-4687-8f3b-1c0d2e4a5968'],
  }),
  version: header('x-app-version', 'Version of the interface.', { type: 'string', const: '1.0.0' }),
  client: header('ua', 'Kind of client.', { type: 'string', const: 'wap' }),
};

const shared = Object.keys(PARAMETERS).map((name) => ({ $ref: `#/components/parameters/${name}` }));

const FAILURE = {
  type: 'object',
  properties: {
    success: { const: 0 },
    data: {},
    errors: { type: 'array', minItems: 1, items: { $ref: '#/components/schemas/ApiError' } },
    desc: { type: 'string' },
  },
  required: ['success', 'data', 'errors'],
};

function operation(call: AnyCall, onField?: OnField): Json {
  const isGet = call.method === 'GET';
  const demands = demandsOf(call);
  return {
    operationId: call.name,
    summary: call.purpose,
    description: [call.purpose, fallbackText(call), demands].filter(Boolean).join('\n\n'),
    tags: [call.required ? 'required' : 'optional'],
    ...(call.signedIn ? { security: [{ bearer: [] }] } : {}),
    parameters: [...(isGet ? queryParameters(call, onField) : []), ...shared],
    ...(isGet
      ? {}
      : { requestBody: { required: true, content: json(bodySchema(call, onField), exampleOf(call).request) } }),
    responses: { ...successes(call, onField), ...failures(call) },
    'x-empty-data': call.empty,
  };
}

const fallbackText = ({ fallback }: AnyCall) =>
  fallback === undefined ? 'Required.' : `Optional. Without it: ${fallback}.`;

const json = (schema: Json, example: Json) => ({ 'application/json': { schema, example } });

function properties(call: AnyCall): { properties: Record<string, Json>; required: readonly string[] } {
  const schema = jsonSchema(call.params) as { properties?: Record<string, Json>; required?: string[] };
  // A parameter that has a default is never missing in the output of its schema, but may be missing in the input.
  const required = (schema.required ?? []).filter((name) => !('default' in (schema.properties?.[name] ?? {})));
  return { properties: schema.properties ?? {}, required };
}

function queryParameters(call: AnyCall, onField?: OnField): Json[] {
  const { request } = exampleOf(call);
  const { properties: all, required } = properties(call);
  return Object.entries(all).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    ...parameterNotes(call.name, name, onField),
    ...(request[name] === undefined ? {} : { example: request[name] }),
    schema,
  }));
}

function parameterNotes(owner: string, name: string, onField?: OnField): Json {
  const { text, example, unit } = describe(owner, [name], onField);
  return {
    description: text,
    ...(unit === undefined ? {} : { 'x-unit': unit }),
    ...(example === undefined ? {} : { example }),
  };
}

function bodySchema(call: AnyCall, onField?: OnField): Json {
  const { properties: all, required } = properties(call);
  return annotated(
    { type: 'object', properties: { ...all, section: SECTION, lang: LANG }, required },
    call.name,
    onField,
  );
}

function successes(call: AnyCall, onField?: OnField): Json {
  const data = annotated(jsonSchema(call.data), call.name + ANSWER, onField);
  const schema = {
    type: 'object',
    properties: { success: { const: 1 }, data, errors: { type: 'array', maxItems: 0 } },
    required: ['success', 'data', 'errors'],
  };
  const content = json(schema, { success: 1, data: exampleOf(call).data, errors: [] });
  if (call.method !== 'GET') return { 200: { description: 'Success.', content } };
  const headers = { ETag: { $ref: '#/components/headers/ETag' } };
  return {
    200: { description: 'Success.', headers, content },
    304: { description: 'The ETag in If-None-Match still matches.' },
  };
}
