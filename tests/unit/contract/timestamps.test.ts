import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { RECORDS } from '#src/admin/contract/records.ts';
import { PUBLICATION_FIELDS } from '#src/admin/server/records/publication.ts';
import { NewVoucher } from '#src/admin/server/resources/visitor-records.ts';
import { HANDLERS } from '#src/api/calls/index.ts';
import { BOOK, HELP_EVENT } from '#src/api/store/writer/check.ts';
import { momentOf } from '#src/commands/content/content-options.ts';
import { ConfigError } from '#src/lib/errors.ts';
import { parseTimestamp, toTimestamp, utcTimestamp } from '#src/lib/timestamp.ts';
import { NightOrder } from '#src/publish/queue/orders.ts';
import { nearTimestamp } from '../../helpers/timestamps.ts';

// biome-ignore lint/suspicious/noExplicitAny: this type stands for every kind of schema.
type Schema = any;

/** Matches the names of fields with a timestamp. `updatedAt` and `freeFrom` are fields of the store's writer. */
const TIME_FIELD = /(?:_at|_from|At|From|^from|^at)$/;
/** Matches fields that have such a name, but contain no timestamp. */
const OTHER_FIELDS = /chapter\.find params\.from$|library.*\.at$/;

/** The string fields of a schema whose names match `TIME_FIELD`, with their paths. */
function timeFieldsOf(schema: Schema, place: string, name = ''): [place: string, schema: Schema][] {
  const into = (child: Schema, key = name, path = place) => timeFieldsOf(child, path, key);
  switch (schema.type) {
    case 'string':
      return TIME_FIELD.test(name) && !OTHER_FIELDS.test(place) ? [[place, schema]] : [];
    case 'optional':
    case 'nullable':
    case 'nullish':
      return into(schema.wrapped);
    case 'union':
    case 'variant':
      return schema.options.flatMap((option: Schema) => into(option));
    case 'array':
      return into(schema.item);
    case 'tuple':
      return schema.items.flatMap((item: Schema) => into(item));
    case 'object':
    case 'strict_object':
      return Object.entries(schema.entries).flatMap(([key, entry]) => into(entry, key, `${place}.${key}`));
    default:
      return [];
  }
}

const FIELDS = [
  ...[...HANDLERS.values()].flatMap(({ call }) => [
    ...timeFieldsOf(call.params, `${call.name} params`),
    ...timeFieldsOf(call.data, `${call.name} data`),
  ]),
  ...Object.entries(RECORDS).flatMap(([name, schema]) => timeFieldsOf(schema, `admin ${name}`)),
  ...timeFieldsOf(v.object(PUBLICATION_FIELDS), 'admin publication'),
  ...timeFieldsOf(NewVoucher, 'admin voucher'),
  ...timeFieldsOf(BOOK, 'writer book'),
  ...timeFieldsOf(HELP_EVENT, 'writer help event'),
  ...timeFieldsOf(NightOrder, 'queue'),
] as const;

describe('timestamp fields of the contract, the admin and stored records', () => {
  it('exist in the library, users, books, the admin, the store writer and the job queue', () => {
    const parts = new Set(FIELDS.map(([place]) => place.split(/[ .]/)[0]));
    for (const part of ['library', 'user', 'book', 'admin', 'writer', 'queue']) expect(parts).toContain(part);
    expect(FIELDS.length).toBeGreaterThan(60);
  });

  it.each(FIELDS)('accept the same texts as parseTimestamp, with the same instant: %s', (_place, schema) => {
    fc.assert(
      fc.property(nearTimestamp, (text) => {
        const result = v.safeParse(schema, text);
        const time = parseTimestamp(text);
        expect(result.success, text).toBe(time !== undefined);
        if (!result.success || time === undefined) return;
        expect([utcTimestamp(text), toTimestamp(new Date(time))], text).toContain(result.output);
      }),
    );
  });
});

describe('npm run content -- schedule --at', () => {
  it('accepts every valid timestamp in the future and no other text, and keeps the instant', () => {
    const now = new Date('2026-06-01T12:00:00Z');
    fc.assert(
      fc.property(nearTimestamp, (text) => {
        const time = parseTimestamp(text);
        if (time !== undefined && time > now.getTime())
          expect(momentOf(text, now)).toEqual({ from: toTimestamp(new Date(time)) });
        else expect(() => momentOf(text, now)).toThrow(ConfigError);
      }),
    );
  });
});
