import { keyOf, type Lockfile, neededByUs, type RuntimePackage, runtimePackages } from './lockfile.ts';

/** The parts of a software bill of materials that we use (https://cyclonedx.org/docs/1.6/json/). */
export interface Sbom {
  readonly $schema: string;
  readonly bomFormat: 'CycloneDX';
  readonly specVersion: '1.6';
  readonly version: 1;
  readonly metadata: { readonly lifecycles: readonly { readonly phase: string }[]; readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

export interface Component {
  readonly type: 'application' | 'library';
  readonly 'bom-ref': string;
  /** Scope of an npm package, including the @. */
  readonly group?: string;
  readonly name: string;
  readonly version: string;
  readonly description?: string;
  readonly scope?: 'required' | 'optional';
  readonly hashes?: readonly { readonly alg: 'SHA-512'; readonly content: string }[];
  readonly licenses: readonly ({ readonly license: { readonly id: string } } | { readonly expression: string })[];
  readonly purl: string;
}

/**
 * Returns the bill of materials for a version. It has no time and no serial number, so that the same lockfile gives the
 * same file.
 */
export function sbomOf(lockfile: Lockfile, description: string): Sbom {
  const packages = runtimePackages(lockfile);
  const refs = new Map(packages.map((item) => [keyOf(item), purlOf(item)]));
  const refsOf = (keys: readonly string[]) => keys.flatMap((key) => refs.get(key) ?? []);
  const own = ownComponent(lockfile, description);
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { lifecycles: [{ phase: 'pre-build' }], component: own },
    components: packages.map(componentOf),
    dependencies: [
      { ref: own['bom-ref'], dependsOn: refsOf(neededByUs(lockfile)) },
      ...packages.map((item) => ({ ref: purlOf(item), dependsOn: refsOf(item.needs) })),
    ],
  };
}

function ownComponent({ name, version, packages }: Lockfile, description: string): Component {
  const purl = purlOf({ name, version });
  const licenses = licensesOf(packages['']?.license ?? '');
  return { type: 'application', 'bom-ref': purl, name, version, description, licenses, purl };
}

function componentOf(item: RuntimePackage): Component {
  const [name = '', group] = item.name.split('/').reverse();
  return {
    type: 'library',
    'bom-ref': purlOf(item),
    ...(group === undefined ? {} : { group }),
    name,
    version: item.version,
    scope: item.isOptional ? 'optional' : 'required',
    hashes: [{ alg: 'SHA-512', content: item.sha512 }],
    licenses: licensesOf(item.license),
    purl: purlOf(item),
  };
}

/** Returns one licence by its SPDX id, or several as an SPDX expression. */
const licensesOf = (license: string): Component['licenses'] =>
  /^[\w.+-]+$/.test(license) ? [{ license: { id: license } }] : [{ expression: license }];

/** Returns the package URL, in which the @ of a scope is percent-encoded. */
const purlOf = ({ name, version }: { name: string; version: string }) =>
  `pkg:npm/${name.replace('@', '%40')}@${version}`;
