import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { Id, Timestamp } from '../entities/scalars.ts';
import { TranslatorApplication } from '../entities/translator.ts';

export const translatorApply = defineCall('translator.apply', {
  method: 'POST',
  purpose: 'Applies as a translator. The same key is the same application; another one of the same e-mail a CONFLICT.',
  idempotent: true,
  params: TranslatorApplication,
  data: v.object({ application: v.nullable(v.object({ id: Id, created_at: Timestamp })) }),
  empty: { application: null },
  errors: ['BAD_REQUEST', 'CONFLICT', 'RATE_LIMITED'],
});
