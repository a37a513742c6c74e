import * as v from 'valibot';
import { expect, it } from 'vitest';
import { Book } from '#src/contract/entities/book.ts';
import { CONTRACT_FINGERPRINT, fingerprintOf } from '#src/publish/snapshot/contract-fingerprint.ts';

it('the contract fingerprint is equal for equal schemas', () => {
  expect(fingerprintOf([v.object({ id: v.number(), name: v.nullable(v.string()) })])).toBe(
    fingerprintOf([v.object({ id: v.number(), name: v.nullable(v.string()) })]),
  );
  expect(CONTRACT_FINGERPRINT).toMatch(/^[0-9a-f]{16}$/);
});

it.each([
  ['a new field', v.object({ ...Book.entries, subtitle: v.string() })],
  ['a different type', v.object({ ...Book.entries, hot: v.string() })],
  ['a nullable field', v.object({ ...Book.entries, title: v.nullable(v.string()) })],
  ['a different set of choices', v.object({ ...Book.entries, status: v.picklist(['finished']) })],
])('the contract fingerprint changes with %s', (_, schema) => {
  expect(fingerprintOf([schema])).not.toBe(fingerprintOf([Book]));
});
