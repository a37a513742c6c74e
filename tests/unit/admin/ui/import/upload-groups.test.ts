import { describe, expect, test } from 'vitest';
import { groupsOf } from '#src/admin/ui/import/upload-groups.ts';

const inFolder = (path: string) => ({ name: path.split('/').at(-1) ?? '', size: 1, webkitRelativePath: path });
const dropped = (path: string) => ({ name: path.split('/').at(-1) ?? '', size: 1, path });

/** Each group as "name [as]: paths". */
const shapeOf = (groups: ReturnType<typeof groupsOf>) =>
  groups.map(({ name, as, files }) => `${name}${as ? ` [${as}]` : ''}: ${files.map(({ path }) => path).join(', ')}`);

describe('groupsOf, which groups dropped files into imports', () => {
  test('creates one import per separate file and per folder', () => {
    const files = [dropped('./a.txt'), dropped('/moon/1.txt'), dropped('./b.zip'), dropped('/moon/x/2.txt')];
    expect(shapeOf(groupsOf(files, 'auto'))).toEqual(['moon: 1.txt, x/2.txt', 'a.txt: a.txt', 'b.zip: b.zip']);
  });

  test('uses the folder selected in a folder chooser', () => {
    expect(shapeOf(groupsOf([inFolder('moon/1.txt'), inFolder('moon/2.txt')], 'auto'))).toEqual(['moon: 1.txt, 2.txt']);
  });

  test('creates one book from a folder or from several files on request', () => {
    expect(shapeOf(groupsOf([inFolder('moon/1.txt')], 'book'))).toEqual(['moon [book]: 1.txt']);
    expect(shapeOf(groupsOf([dropped('./1.txt'), dropped('./2.txt')], 'book'))).toEqual([
      '1.txt and 1 more [book]: 1.txt, 2.txt',
    ]);
    expect(shapeOf(groupsOf([dropped('./1.txt')], 'book'))).toEqual(['1.txt: 1.txt']);
  });

  test('creates one book per file of a folder on request', () => {
    expect(shapeOf(groupsOf([inFolder('moon/1.txt'), inFolder('moon/2.txt')], 'books'))).toEqual([
      'moon [books]: 1.txt, 2.txt',
    ]);
  });

  test('puts many separate files into one import', () => {
    const files = Array.from({ length: 11 }, (_, at) => dropped(`./${at}.txt`));
    expect(groupsOf(files.slice(1), 'auto')).toHaveLength(10);
    expect(groupsOf(files, 'auto')).toMatchObject([{ name: '0.txt and 10 more' }]);
    expect(groupsOf(files, 'auto')[0]).not.toHaveProperty('as');
    expect(groupsOf(files, 'books')).toMatchObject([{ as: 'books' }]);
  });

  test('skips hidden files and folders', () => {
    const files = ['moon/.DS_Store', 'moon/.git/config', 'moon/Thumbs.db', 'moon/__MACOSX/1.txt', 'moon/1.txt'];
    expect(shapeOf(groupsOf(files.map(inFolder), 'auto'))).toEqual(['moon: 1.txt']);
    expect(groupsOf([dropped('/moon/.DS_Store')], 'auto')).toEqual([]);
  });
});
