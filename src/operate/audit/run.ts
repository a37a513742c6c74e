import { brandById, readBrands } from '#src/brand/registry.ts';
import { getConfig } from '#src/config/config.ts';
import { ConfigError, EXIT } from '#src/lib/errors.ts';
import { print, printError } from '#src/lib/print.ts';
import { counted } from '#src/lib/text.ts';
import { type AuditResult, audit } from './audit.ts';
import { assertAnswers, createSiteClient } from './site-client.ts';
import { type Finding, KINDS, type Kind } from './types.ts';

export const OPTIONS = {
  brand: { type: 'string' },
  url: { type: 'string' },
  most: { type: 'string', default: '50000' },
  html: { type: 'string', default: '20' },
  skip: { type: 'string', multiple: true },
  json: { type: 'boolean', default: false },
} as const;

interface Values {
  readonly brand?: string | undefined;
  readonly url?: string | undefined;
  readonly most: string;
  readonly html: string;
  readonly skip?: readonly string[] | undefined;
  readonly json: boolean;
}

/** @returns the exit code of `npm run audit` */
export async function runAudit({ brand: id, url: address, most, html, skip = [], json }: Values): Promise<number> {
  if (id === undefined) throw new ConfigError('--brand ID is missing. Give the id of a brand.');
  const config = getConfig(process.env);
  const { port } = config;
  const { hosts, locales, siblings } = brandById(await readBrands(config), id);
  const url = urlOf(address ?? `http://127.0.0.1:${port}`);
  const client = createSiteClient(url, hosts[0] ?? id);
  try {
    await assertAnswers(client, url, id);
    const result = await audit({
      client,
      url,
      hosts,
      locales,
      siblings,
      most: numberOf(most, '--most'),
      maxHtmlPages: numberOf(html, '--html'),
      skip: skip.map(kindOf),
      tell: (progress) => void printError(`${progress}\n`),
    });
    print(json ? `${JSON.stringify(result)}\n` : textOf(result));
    return result.findings.length > 0 ? EXIT.failure : EXIT.done;
  } finally {
    await client.close();
  }
}

function urlOf(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return new URL(text).origin;
  throw new ConfigError(`--url is ${text}. Give an address such as http://127.0.0.1:4321.`);
}

function numberOf(text: string, name: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new ConfigError(`${name} is ${text}. Give a number above 0.`);
}

function kindOf(name: string): Kind {
  const kind = KINDS.find((entry) => entry === name);
  if (kind) return kind;
  throw new ConfigError(`There is no kind of finding "${name}". The kinds are: ${KINDS.join(', ')}.`);
}

const SHOWN = 20;

/**
 * Formats the findings as text, grouped by kind. Shows the number of findings of each kind, and the first `SHOWN` of
 * them.
 */
function textOf({ pages, findings }: AuditResult): string {
  const groups = Map.groupBy(findings, ({ kind }) => kind);
  const lines = Array.from(groups, ([kind, kindFindings]) => [
    `${kind}: ${kindFindings.length}`,
    ...listed(kindFindings),
  ]).flat();
  return `${[...lines, `${counted(pages, 'page')}, ${counted(findings.length, 'finding')}`].join('\n')}\n`;
}

const listed = (findings: readonly Finding[]): string[] => [
  ...findings.slice(0, SHOWN).map(({ url, message }) => `  ${url}\n    ${message}`),
  ...(findings.length > SHOWN ? [`  and ${findings.length - SHOWN} more; --json has all`] : []),
];
