import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser';
import { DCLinter } from 'dclint';
import { validate as validateDockerfile } from 'dockerfile-utils';
import { describe, expect, it } from 'vitest';

const DEPLOY = join(import.meta.dirname, '../../../deploy');
const textOf = (name: string) => readFileSync(join(DEPLOY, name), 'utf8');

/** Returns the problems found by dockerfile-utils, which editors use: line and message of each. */
const wrongInDockerfile = (text: string) =>
  validateDockerfile(text).map(({ range, message }) => `${range.start.line + 1}: ${message}`);

/** Rules that we do not follow: those about order, and one that forbids opening ports, which a web server must do. */
const NOT_OURS = [
  'service-keys-order',
  'services-alphabetical-order',
  'top-level-properties-order',
  'no-unbound-port-interfaces',
];

/** Returns the problems found by dclint, and by the schema of the compose specification that dclint contains. */
function wrongInCompose(text: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-compose-'));
  try {
    const file = join(folder, 'compose.yaml');
    writeFileSync(file, text);
    const rules = Object.fromEntries(NOT_OURS.map((rule) => [rule, 0 as const]));
    const linter = new DCLinter({ rules, quiet: false, debug: false, exclude: [] });
    return linter
      .lintFiles([file], false)
      .flatMap(({ messages }) => messages.map(({ line, message }) => `${line}: ${message}`));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('the Dockerfile', () => {
  const text = textOf('containers/Dockerfile');

  it('passes its linter', () => {
    expect(wrongInDockerfile(text)).toEqual([]);
    expect(wrongInDockerfile(text.replace('WORKDIR', 'WORKDIRR'))).not.toEqual([]);
    expect(wrongInDockerfile(text.replace('--interval=10s', '--interval=soon'))).not.toEqual([]);
  });

  it('ends with a stage that has a health check, but no root user and no development packages', () => {
    const [, last = ''] = text.split(/^FROM \S+$/m);
    expect(last).toMatch(/^USER lectern$/m);
    expect(last).toMatch(/^HEALTHCHECK .*"node", "deploy\/health\.mjs", "http:\/\/127\.0\.0\.1:4321\/healthz"/m);
    expect(last).not.toMatch(/npm|^COPY (?!--from=build)/m);
    expect(text).toContain("ensureInstalled('/opt/lectern', { development: false })");
  });
});

describe('the compose file', () => {
  const text = textOf('containers/compose.yaml');

  it('passes its linter and matches the specification', () => {
    expect(wrongInCompose(text)).toEqual([]);
    expect(wrongInCompose(text.replace('stop_grace_period: 30s', 'stop_grace_period: [1]'))).not.toEqual([]);
    expect(wrongInCompose(text.replace("'80:80'", "'80:80'\n      - '80:80'"))).not.toEqual([]);
  });

  it('gives every service a read-only file system and no capabilities', () => {
    const services = text
      .slice(text.indexOf('\nservices:\n'), text.indexOf('\nvolumes:\n'))
      .split(/\n {2}(?=\w\S*:\n)/)
      .slice(1);
    expect(services.map((service) => service.split(':')[0])).toEqual([
      'network',
      'api',
      'site-1',
      'site-2',
      'nightly',
      'caddy',
    ]);
    const shared = text.slice(text.indexOf('x-lectern:'), text.indexOf('x-settings:'));
    for (const service of services)
      for (const line of ['read_only: true', 'cap_drop:\n', 'no-new-privileges:true'])
        expect(service.includes('<<: *lectern') ? shared : service).toContain(line);
  });
});

/** Returns the errors that GitHub's own parser finds. */
async function wrongInWorkflow(content: string): Promise<string[]> {
  const { context, value } = parseWorkflow({ name: 'pages.yaml', content }, new NoOperationTraceWriter());
  if (value) await convertWorkflowTemplate(context, value);
  return context.errors.getErrors().map(({ message }) => message);
}

describe('the workflow for GitHub Pages', () => {
  const text = textOf('github-pages.yaml');

  it("passes GitHub's parser", async () => {
    expect(await wrongInWorkflow(text)).toEqual([]);
    for (const [right, mistake] of [
      ['needs: build', 'needs: bild'],
      ['timeout-minutes', 'timeout'],
      ["'15 3 * * *'", "'15 3 * *'"],
      ['vars.BRAND', 'var.BRAND'],
    ] as const)
      expect([mistake, await wrongInWorkflow(text.replace(right, mistake))]).not.toEqual([mistake, []]);
  });

  it('runs commands that exist', () => {
    const commands = [...text.matchAll(/run: npm run (\S+)/g)].map(([, command]) => command);
    expect(commands).toEqual(['brand', 'build']);
  });
});

describe('the workflow for continuous integration', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../.github/workflows/ci.yml'), 'utf8');

  it("passes GitHub's parser", async () => {
    expect(await wrongInWorkflow(text)).toEqual([]);
    expect(await wrongInWorkflow(text.replace('runs-on', 'run-on'))).not.toEqual([]);
  });

  it('runs the same commands as other CI systems', () => {
    expect(text).toMatch(/^ {8}run: \.ci\/run$/m);
  });
});
