import { defineCommand } from '#src/lib/cli.ts';
import { OPTIONS, runAudit } from '#src/operate/audit/run.ts';

export const command = defineCommand({
  help: `Crawls the running site of a brand from its home page and sitemaps, as search engines do, and reports problems for them
and for readers. docs/operate/audit.md explains each kind of finding. It starts nothing and changes nothing.

npm run audit -- --brand ID [--url URL] [--most N] [--html N] [--skip KIND]... [--json]

  --brand ID    the brand; its first host is sent as Host
  --url URL     where the site listens; default http://127.0.0.1 and PORT, else 4321
  --most N      stops after N pages (50000)
  --html N      validates the HTML of the first N pages of each kind and language (20)
  --skip KIND   leaves out findings of this kind; may be repeated. "accessibility" also skips starting a browser
  --json        {pages, findings: [{kind, url, message}]} on standard output

Exit codes: 0 no findings, 1 findings, 2 usage error, 3 the site does not answer.`,
  options: OPTIONS,
  run: runAudit,
});
