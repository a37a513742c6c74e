import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { done } from '../../helpers/commands.ts';

interface Locked {
  readonly version: string;
  readonly license: string;
  readonly integrity: string;
  readonly dev?: boolean;
}

const Licence = v.union([
  v.strictObject({ license: v.strictObject({ id: v.pipe(v.string(), v.regex(/^[\w.+-]+$/)) }) }),
  v.strictObject({ expression: v.pipe(v.string(), v.minLength(1)) }),
]);
const Ref = v.pipe(v.string(), v.regex(/^pkg:npm\/(%40[\w.~-]+\/)?[\w.~-]+@\d+\.\d+\.\d+[\w.+-]*$/));

/** The parts of the CycloneDX 1.6 schema that these tests need. */
const Bill = v.strictObject({
  $schema: v.literal('http://cyclonedx.org/schema/bom-1.6.schema.json'),
  bomFormat: v.literal('CycloneDX'),
  specVersion: v.literal('1.6'),
  version: v.pipe(v.number(), v.integer(), v.minValue(1)),
  metadata: v.strictObject({
    lifecycles: v.array(v.strictObject({ phase: v.picklist(['design', 'pre-build', 'build', 'post-build']) })),
    component: v.strictObject({
      type: v.literal('application'),
      'bom-ref': Ref,
      name: v.literal('lectern'),
      version: v.string(),
      description: v.string(),
      licenses: v.tuple([Licence]),
      purl: Ref,
    }),
  }),
  components: v.array(
    v.strictObject({
      type: v.literal('library'),
      'bom-ref': Ref,
      group: v.optional(v.pipe(v.string(), v.startsWith('@'))),
      name: v.pipe(v.string(), v.minLength(1)),
      version: v.pipe(v.string(), v.minLength(1)),
      scope: v.picklist(['required', 'optional', 'excluded']),
      hashes: v.tuple([
        v.strictObject({ alg: v.literal('SHA-512'), content: v.pipe(v.string(), v.regex(/^[\da-f]{128}$/)) }),
      ]),
      licenses: v.tuple([Licence]),
      purl: Ref,
    }),
  ),
  dependencies: v.array(v.strictObject({ ref: Ref, dependsOn: v.array(Ref) })),
});

let folder: string;
let texts: string[];
let bill: v.InferOutput<typeof Bill>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-sbom-'));
  const files = ['first.json', 'second.json'].map((name) => join(folder, name));
  for (const file of files) await done('sbom', ['--out', file]);
  texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  bill = v.parse(Bill, JSON.parse(texts[0] ?? ''));
});
afterAll(() => rm(folder, { recursive: true }));

describe('npm run sbom', () => {
  it('writes the same bytes each time', () => {
    expect(texts[1]).toBe(texts[0]);
  });

  it('lists every runtime package of the lockfile with version, licence and hash', async () => {
    const { version, packages } = JSON.parse(await readFile('package-lock.json', 'utf8')) as {
      version: string;
      packages: Record<string, Locked>;
    };
    expect(bill.metadata.component.version).toBe(version);
    const listed = new Map(
      bill.components.map((item) => [[item.group, item.name].filter(Boolean).join('/') + item.version, item]),
    );
    const admin = JSON.parse(await readFile('src/admin/ui/package-lock.json', 'utf8')).packages as typeof packages;
    const running = [...Object.entries(packages), ...Object.entries(admin)].filter(
      ([path, { dev }]) => path !== '' && dev !== true,
    );
    expect(running.length).toBeGreaterThan(300);
    for (const [path, { version, license, integrity }] of running) {
      const item = listed.get((path.split('node_modules/').at(-1) ?? '') + version);
      const [licence] = item?.licenses ?? [];
      const licenseId = licence && ('license' in licence ? licence.license.id : licence.expression);
      const hash = Buffer.from(item?.hashes[0].content ?? '', 'hex').toString('base64');
      expect([path, licenseId, `sha512-${hash}`]).toEqual([path, license, integrity]);
    }
  });

  it('lists each package once, with its dependencies', () => {
    const refs = [bill.metadata.component, ...bill.components].map((item) => item['bom-ref']);
    expect(new Set(refs).size).toBe(refs.length);
    expect(bill.dependencies.map(({ ref }) => ref).sort()).toEqual([...refs].sort());
    expect(bill.dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.includes(ref))).toEqual([]);
    const needed = new Set(bill.dependencies.flatMap(({ dependsOn }) => dependsOn));
    // Tests use nodemailer too, but it is also a runtime package.
    expect([...needed].some((ref) => ref.startsWith('pkg:npm/nodemailer@'))).toBe(true);
  });

  it('writes no timestamp and no serial number', () => {
    expect(texts[0]).not.toMatch(/timestamp|serialNumber/);
  });
});
