import { describe, expect, test } from 'vitest';
import { changedFields } from '#src/admin-ui/audit/changed-fields.ts';

describe('the fields of an entry of the audit log', () => {
  test('are those that differ, in the order of their names', () => {
    expect(changedFields({ title: 'Old', hot: 1, same: 'x' }, { title: 'New', hot: 2, same: 'x' })).toEqual([
      { name: 'hot', before: '1', after: '2' },
      { name: 'title', before: 'Old', after: 'New' },
    ]);
  });

  test('of an addition have nothing before', () => {
    expect(changedFields(null, { name: 'Sea' })).toEqual([{ name: 'name', before: '', after: 'Sea' }]);
  });

  test('show a list of names one below the other', () => {
    expect(changedFields({ tags: ['a'] }, { tags: ['a', 'b'] })).toEqual([
      { name: 'tags', before: 'a', after: 'a\nb' },
    ]);
  });
});
