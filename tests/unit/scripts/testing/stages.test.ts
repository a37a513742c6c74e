import { existsSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { runStages } from '../../../../scripts/testing/run.ts';
import type { Stage, StageRun, Tally } from '../../../../scripts/testing/stage.ts';
import { ALL_STAGES, SLOW_STAGES, STAGES, selectStages } from '../../../../scripts/testing/stages.ts';

function names(...args: Parameters<typeof selectStages>): string[] {
  return selectStages(...args).map(({ name }) => name);
}

describe('selectStages', () => {
  it.each([
    [undefined, ['types', 'checks', 'lint', 'words', 'unused', 'contract', 'unit', 'integration', 'e2e']],
    [['unit'], ['unit']],
    [
      ['e2e', 'types'],
      ['types', 'e2e'],
    ],
    [['unit,contract'], ['contract', 'unit']],
  ])('for the option %j selects the stages %j', (only, expected) => {
    expect(names(only)).toEqual(expected);
  });

  it.each([[['unti']], [['']], [['unit,x']]])('rejects the option %j and lists the stages', (only) => {
    expect(() => names(only)).toThrow(/types, checks, lint/);
  });

  it('accepts further arguments only if a single stage is selected', () => {
    expect(names(['unit'], ['tests/unit/lib'])).toEqual(['unit']);
    expect(() => names(['unit', 'e2e'], ['tests/unit/lib'])).toThrow(/applies to a single stage/);
    expect(() => names(undefined, ['tests/unit/lib'])).toThrow(/applies to a single stage/);
  });

  it('selects each stage once', () => {
    expect(new Set(STAGES.map(({ name }) => name)).size).toBe(STAGES.length);
  });

  it('selects from the stages of npm run test:all if that command runs', () => {
    expect(names(['postgres'], [], ALL_STAGES)).toEqual(['postgres']);
    expect(names(undefined, [], SLOW_STAGES)).toEqual(['unit', 'integration', 'e2e', 'postgres']);
    expect(() => names(['types'], [], SLOW_STAGES)).toThrow(/--only takes: unit, integration, e2e, postgres/);
  });
});

const PASSED: Tally = { passed: 1, failed: 0 };

describe('runStages', () => {
  function stage(name: string, run: (run: StageRun) => Tally): Stage {
    return { name, about: '', run: async (stageRun: StageRun) => run(stageRun) };
  }

  async function output(...stages: Stage[]): Promise<[number, string]> {
    const written: string[] = [];
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0);
    const code = await runStages(stages, ['x']);
    return [code, written.join('')];
  }

  it('continues after a stage that failed or threw, and then exits with 1', async () => {
    const bad = stage('bad', () => ({ passed: 2, failed: 1 }));
    const thrown = stage('thrown', () => {
      throw new Error('no browser');
    });
    const [code, text] = await output(
      bad,
      thrown,
      stage('good', () => ({ passed: 3, failed: 0 })),
    );
    expect(code).toBe(1);
    expect(text).toContain('FAILED thrown: 0 passed, 1 failed; no browser\n');
    expect(text.endsWith('\n5 passed, 2 failed\n')).toBe(true);
  });

  it('gives programs a temporary folder, and deletes it afterwards', async () => {
    const before = process.env['TMPDIR'];
    let left = '';
    const untidy = stage('untidy', () => {
      left = join(tmpdir(), 'left');
      writeFileSync(left, '');
      return { passed: 1, failed: 0 };
    });
    await output(untidy);
    expect(left).toContain('lectern-test-');
    expect(existsSync(left)).toBe(false);
    expect(process.env['TMPDIR']).toBe(before);
  });

  it('runs a stage at the same time as the stage named in `beside`, and prints its output afterwards', async () => {
    const order: string[] = [];
    let finish = () => {};
    const long = {
      ...stage('long', () => ({ passed: 1, failed: 0 })),
      run: async ({ output }: StageRun) => {
        writeSync(Number(output), 'said by the long one\n');
        await new Promise<void>((resolve) => {
          finish = resolve;
        });
        order.push('long');
        return { passed: 1, failed: 0 };
      },
    };
    const short = stage('short', () => {
      order.push('short');
      finish();
      return { passed: 1, failed: 0 };
    });
    const [code, text] = await output(long, { ...short, beside: 'long' });
    expect(code).toBe(0);
    expect(order).toEqual(['short', 'long']);
    expect(text.indexOf('said by the long one')).toBeGreaterThan(text.indexOf('=== short'));
  });

  it('starts a stage when the stage named in `after` ends, without waiting for stages that run at the same time', async () => {
    const order: string[] = [];
    const gate = Promise.withResolvers<void>();
    const recorded = (name: string) =>
      stage(name, () => {
        order.push(name);
        return { passed: 1, failed: 0 };
      });
    const second = async () => {
      order.push('second');
      gate.resolve();
      return PASSED;
    };
    const recordParallel = async () => {
      await gate.promise;
      order.push('beside');
      return PASSED;
    };
    const [code] = await output(
      recorded('first'),
      { ...recorded('second'), after: 'first', run: second },
      { ...recorded('beside'), beside: 'first', run: recordParallel },
    );
    expect(code).toBe(0);
    expect(order).toEqual(['first', 'second', 'beside']);
  });

  it('exits with 0 if nothing failed, passes arguments on, and deletes the reports', async () => {
    let stageRun: StageRun | undefined;
    const [code] = await output(
      stage('one', (run) => {
        stageRun = run;
        return { passed: 1, failed: 0 };
      }),
    );
    expect(code).toBe(0);
    expect(stageRun?.args).toEqual(['x']);
    expect(existsSync(stageRun?.reportFile ?? '/')).toBe(false);
  });
});
