import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { Share } from '../entities/share.ts';
import { idParam } from '../paging.ts';

export const shareCreate = defineCall('share.create', {
  method: 'POST',
  purpose: 'A token that leads to a book or help event; the same one for the same device and target.',
  idempotent: true,
  params: v.object({ kind: v.picklist(['book', 'help']), id: idParam }),
  data: v.object({ share: v.nullable(Share) }),
  empty: { share: null },
  errors: ['BAD_REQUEST', 'NOT_FOUND', 'RATE_LIMITED'],
});
