import { expect, test } from 'vitest';
import { filledIn } from '#src/admin/ui/books/filled-in.ts';

test('filledIn drops empty fields, but keeps 0 and `brands: null`', () => {
  expect(filledIn({ status: 'finished', category: '', hot: null, brands: undefined })).toEqual({ status: 'finished' });
  expect(filledIn({ status: null, brands: null })).toEqual({ brands: null });
  expect(filledIn({ hot: 0 })).toEqual({ hot: 0 });
});
