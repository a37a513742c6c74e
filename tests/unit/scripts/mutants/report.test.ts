import { describe, expect, it } from 'vitest';
import { FOLDERS } from '../../../../scripts/mutants/folders.ts';
import { type MutationReport, scoreOf, survivorText } from '../../../../scripts/mutants/report.ts';
import { selectFolders } from '../../../../scripts/mutants/run.ts';

const FILE = 'src/lib/cut.ts';
const SOURCE = 'const a = 1;\n  if (a > 0) go();\n  stop();\n';

function report(...statuses: readonly string[]): MutationReport {
  const location = { start: { line: 2 }, end: { line: 2 } };
  const mutants = statuses.map((status, n) => ({
    mutatorName: 'EqualityOperator',
    replacement: `mutant ${n}`,
    status,
    location,
  }));
  return { files: { [FILE]: { source: SOURCE, mutants } } };
}

const equivalent = (replacement: string, file = FILE, code = 'if (a > 0) go();') => ({
  file,
  code,
  replacement,
  reason: '…',
});

describe('the score of a folder', () => {
  it('counts the mutants that were detected (by a failure or a timeout) and those that survived', () => {
    const { total, noticed, score } = scoreOf(report('Killed', 'Timeout', 'Killed', 'Survived', 'NoCoverage'), []);
    expect([total, noticed, score]).toEqual([5, 3, 60]);
  });

  it('ignores mutants that do not compile or were ignored', () => {
    expect(scoreOf(report('Killed', 'CompileError', 'RuntimeError', 'Ignored'), []).total).toBe(1);
  });

  it('is 100 % if nothing could be mutated', () => {
    expect(scoreOf({ files: {} }, []).score).toBe(100);
  });

  it('ignores a known equivalent mutant, but only in its file and for its code', () => {
    const survived = report('Survived', 'Survived');
    const otherPlaces = [equivalent('mutant 1', 'src/lib/other.ts'), equivalent('mutant 1', FILE, 'stop();')];
    expect(scoreOf(survived, otherPlaces).survivors).toHaveLength(2);
    const { survivors, total, stale } = scoreOf(survived, [equivalent('mutant 1')]);
    expect([survivors.map(({ replacement }) => replacement), total, stale]).toEqual([['mutant 0'], 1, []]);
  });

  it('reports a known equivalent mutant that no longer matches a mutant of its file', () => {
    const stale = [equivalent('mutant 7')];
    expect(scoreOf(report('Killed'), [...stale, equivalent('mutant 0', 'src/lib/other.ts')]).stale).toEqual(stale);
  });
});

it('the text about a surviving mutant contains its position, its code and its replacement', () => {
  const [first, second] = scoreOf(report('Survived', 'NoCoverage'), []).survivors.map(survivorText);
  expect(first).toBe('src/lib/cut.ts:2: EqualityOperator\n    if (a > 0) go();\n    -> mutant 0\n');
  expect(second).toContain('EqualityOperator, no test runs it');
});

describe('selectFolders', () => {
  it('returns the requested folders, or all folders if none is requested', () => {
    expect(selectFolders([])).toEqual(FOLDERS);
    expect(selectFolders(['routes', 'lib']).map(({ name }) => name)).toEqual(['routes', 'lib']);
  });

  it('rejects an unknown folder', () => {
    expect(() => selectFolders(['route'])).toThrow('Unknown folder "route". Folders: routes,');
  });
});
