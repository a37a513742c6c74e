import { describe, expect, test } from 'vitest';
import { changedFields } from '#src/admin/ui/audit/changed-fields.ts';

describe('changedFields', () => {
  test('returns the fields that differ, sorted by name', () => {
    expect(changedFields({ title: 'Old', hot: 1, same: 'x' }, { title: 'New', hot: 2, same: 'x' })).toEqual([
      { name: 'hot', before: '1', after: '2' },
      { name: 'title', before: 'Old', after: 'New' },
    ]);
  });

  test('returns empty previous values for an added record', () => {
    expect(changedFields(null, { name: 'Sea' })).toEqual([{ name: 'name', before: '', after: 'Sea' }]);
  });

  test('shows each item of a list on its own line', () => {
    expect(changedFields({ tags: ['a'] }, { tags: ['a', 'b'] })).toEqual([
      { name: 'tags', before: 'a', after: 'a\nb' },
    ]);
  });
});
