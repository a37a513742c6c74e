import { type AnyCall, API_ERRORS, CALLS } from '#src/contract/index.ts';
import { DEFAULT_LOCALE, LOCALES } from '#src/contract/locales.ts';
import { type Json, jsonSchema, namedSchemas } from './schemas.ts';

const { section, lang } = LOCALES[DEFAULT_LOCALE];

const SECTION = { type: 'integer', minimum: 1, default: section, description: 'The content pool.' };
const LANG = { type: 'string', maxLength: 35, default: lang, description: 'Language tag, compared without case.' };

/** The contract as an OpenAPI 3.1 document. */
export function openApi(): Json {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Lectern upstream',
      version: '1.0.0',
      description: 'The calls between a Lectern site and its upstream; docs/use/contract.md explains them.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [
      { url: '{prefix}', variables: { prefix: { default: '/public', description: "The brand's API prefix." } } },
    ],
    tags: [
      { name: 'required', description: 'Every upstream has them.' },
      { name: 'optional', description: 'The site does without where an upstream lacks them.' },
    ],
    security: [{}, { bearer: [] }],
    paths: Object.fromEntries(CALLS.map((call) => [call.path, { [call.method.toLowerCase()]: operation(call) }])),
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: 'Empty for an anonymous call.' } },
      parameters: PARAMETERS,
      headers: { ETag: { description: 'Strong validator of the body.', schema: { type: 'string' } } },
      schemas: { ...namedSchemas(), Failure: FAILURE },
    },
  };
}

const header = (name: string, description: string, schema: Json) => ({ name, in: 'header', description, schema });

const PARAMETERS = {
  section: { name: 'section', in: 'query', schema: SECTION },
  lang: { name: 'lang', in: 'query', schema: LANG },
  device: header('Device-Uuid', 'Id of the device, empty where there is none.', { type: 'string' }),
  version: header('x-app-version', 'Version of the interface.', { type: 'string', const: '1.0.0' }),
  client: header('ua', 'Kind of client.', { type: 'string', const: 'wap' }),
};

const shared = Object.keys(PARAMETERS).map((name) => ({ $ref: `#/components/parameters/${name}` }));

const FAILURE = {
  type: 'object',
  properties: {
    success: { const: 0 },
    data: { description: "The call's empty data." },
    errors: { type: 'array', items: { $ref: '#/components/schemas/ApiError' } },
    desc: { type: 'string', description: 'A text for the visitor.' },
  },
  required: ['success', 'data', 'errors'],
};

function operation(call: AnyCall): Json {
  const isGet = call.method === 'GET';
  return {
    operationId: call.name,
    summary: call.purpose,
    tags: [call.required ? 'required' : 'optional'],
    ...(call.signedIn ? { security: [{ bearer: [] }] } : {}),
    parameters: [...(isGet ? queryParameters(call) : []), ...shared],
    ...(isGet ? {} : { requestBody: { required: true, content: json(bodySchema(call)) } }),
    responses: { ...successes(call), ...failures(call) },
  };
}

const json = (schema: Json) => ({ 'application/json': { schema } });

function properties(call: AnyCall): { properties: Record<string, Json>; required: readonly string[] } {
  const schema = jsonSchema(call.params) as { properties?: Record<string, Json>; required?: string[] };
  // The output of a parameter with a default is never absent; its input may be.
  const required = (schema.required ?? []).filter((name) => !('default' in (schema.properties?.[name] ?? {})));
  return { properties: schema.properties ?? {}, required };
}

function queryParameters(call: AnyCall): Json[] {
  const { properties: all, required } = properties(call);
  return Object.entries(all).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
}

function bodySchema(call: AnyCall): Json {
  const { properties: all, required } = properties(call);
  return { type: 'object', properties: { ...all, section: SECTION, lang: LANG }, required };
}

function successes(call: AnyCall): Json {
  const schema = {
    type: 'object',
    properties: { success: { const: 1 }, data: jsonSchema(call.data), errors: { type: 'array', maxItems: 0 } },
    required: ['success', 'data', 'errors'],
  };
  if (call.method !== 'GET') return { 200: { description: 'Success.', content: json(schema) } };
  const headers = { ETag: { $ref: '#/components/headers/ETag' } };
  return {
    200: { description: 'Success.', headers, content: json(schema) },
    304: { description: 'The ETag of If-None-Match is still that of the body.' },
  };
}

/** One response per status; several codes may share one. */
function failures(call: AnyCall): Json {
  const codes = [...call.errors, 'INTERNAL', ...(call.required ? [] : ['CALL_ABSENT'])] as (keyof typeof API_ERRORS)[];
  const statuses = [...new Set(codes.map((code) => API_ERRORS[code]))].sort();
  return Object.fromEntries(
    statuses.map((status) => {
      const description = `${codes.filter((code) => API_ERRORS[code] === status).join(' or ')}.`;
      return [status, { description, content: json({ $ref: '#/components/schemas/Failure' }) }];
    }),
  );
}
