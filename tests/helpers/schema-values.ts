import * as v from 'valibot';

/** Sample texts that have the formats of the contract's fields. */
const TEXTS = [
  'word',
  'reader@example.org',
  '2026-03-01T04:05:06Z',
  '12',
  '0a1b2c3d',
  'abcd-1234',
  'abcd-1234:5',
  '/media/covers/a.svg',
  '/novel/1',
  'https://push.example.org/a',
  'correct horse battery',
  'a'.repeat(43),
  'A'.repeat(87),
];
const NUMBERS = [1, 12, 0.5, 0];

// biome-ignore lint/suspicious/noExplicitAny: parts of schemas of any kind.
type Schema = any;

/**
 * Generates valid values for schemas. With `at` and `text`, one generated text, the one with the index `at`, is replaced
 * with `text`.
 */
export class SchemaValues {
  private count = 0;
  private readonly at: number;
  private readonly text: unknown;

  constructor(at = -1, text?: unknown) {
    this.at = at;
    this.text = text;
  }

  /** Number of texts generated so far. */
  get texts(): number {
    return this.count;
  }

  of(schema: Schema): unknown {
    switch (schema.type) {
      case 'string':
        return this.nextText(schema);
      case 'number':
        return NUMBERS.find((number) => v.is(schema, number));
      case 'boolean':
        return true;
      case 'literal':
        return schema.literal;
      case 'picklist':
        return schema.options[0];
      case 'optional':
      case 'nullable':
        return this.of(schema.wrapped);
      case 'union':
        return this.of(schema.options.at(-1));
      case 'variant':
        return this.of(schema.options[0]);
      case 'array':
        return [this.of(schema.item)];
      case 'tuple':
        return schema.items.map((item: Schema) => this.of(item));
      case 'object':
      case 'strict_object':
        return Object.fromEntries(Object.entries(schema.entries).map(([key, entry]) => [key, this.of(entry)]));
      default:
        throw new Error(`No value for schemas of type ${schema.type}.`);
    }
  }

  private nextText(schema: Schema): unknown {
    const here = this.count;
    this.count += 1;
    return here === this.at ? this.text : (TEXTS.find((text) => v.is(schema, text)) ?? TEXTS[0]);
  }
}
