import { createTransport } from '#src/contract/client/transport.server.ts';
import { conforms, formatReports, formatSummary, summarise } from '#src/contract/conformance/report.ts';
import { CASES, runSuite } from '#src/contract/conformance/suite.ts';
import { DEFAULT_LOCALE, LOCALES, localeOfSection } from '#src/contract/locales.ts';
import { ConfigError, EXIT } from '#src/lib/errors.ts';
import { print } from '#src/lib/print.ts';

export const OPTIONS = {
  url: { type: 'string' },
  section: { type: 'string' },
  event: { type: 'string' },
  call: { type: 'string', multiple: true },
  write: { type: 'boolean' },
  json: { type: 'boolean' },
} as const;

interface Values {
  readonly url?: string | undefined;
  readonly section?: string | undefined;
  readonly event?: string | undefined;
  readonly call?: string[] | undefined;
  readonly write?: boolean | undefined;
  readonly json?: boolean | undefined;
}

/**
 * Checks an upstream against the contract.
 * @returns the exit code of `npm run contract`
 */
export async function checkUpstream({
  url,
  section,
  event,
  call,
  write = false,
  json = false,
}: Values): Promise<number> {
  const { origin, prefix } = addressOf(url);
  const number = numberOf(section ?? String(LOCALES[DEFAULT_LOCALE].section), '--section');
  const locale = { ...(localeOfSection(number) ?? LOCALES[DEFAULT_LOCALE]), section: number };
  const only = call?.map(knownCall);
  const transport = createTransport({ origin });
  try {
    const reports = await runSuite(transport.send, {
      prefix,
      locale,
      event: numberOf(event ?? '1', '--event'),
      write,
      only,
    });
    const summary = summarise(reports);
    const text = formatReports(reports) + formatSummary(summary);
    (json ? process.stderr : process.stdout).write(text);
    if (json) print(`${JSON.stringify(summary)}\n`);
    return conforms(summary) ? EXIT.done : EXIT.failure;
  } finally {
    await transport.close();
  }
}

function addressOf(text: string | undefined): { origin: string; prefix: string } {
  if (text === undefined) throw new ConfigError('--url is missing. Give the address of the API, including its prefix.');
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new ConfigError(
      `--url is "${text}", which is not an HTTP address. Give one such as https://api.example.com/public.`,
    );
  }
  return { origin: url.origin, prefix: url.pathname.replace(/\/+$/, '') };
}

function numberOf(text: string, option: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new ConfigError(`${option} is "${text}", which is not a positive whole number.`);
}

function knownCall(name: string): string {
  if (CASES.some(({ call }) => call.name === name)) return name;
  throw new ConfigError(`--call is "${name}", which is not a call of the contract. docs/use/contract.md lists them.`);
}
