import { runCommand } from '#src/lib/cli.ts';
import { OPTIONS, runAudit } from './audit/run.ts';

await runCommand({
  help: `Crawls the running site of a brand from its home page and sitemaps, as search engines do, and reports what they or
readers would stumble over; docs/operate/audit.md says what each kind of finding means. It starts nothing and changes
nothing.

npm run audit -- --brand ID [--url URL] [--most N] [--html N] [--skip KIND]... [--json]

  --brand ID    the brand; its first host is sent as Host
  --url URL     where the site listens; default http://127.0.0.1 and PORT, else 4321
  --most N      ends after so many pages (50000)
  --html N      validates the HTML of the first N pages of each kind and language (20)
  --skip KIND   leaves findings of this kind out; repeat it for several. Without accessibility no browser is started
  --json        {pages, findings: [{kind, url, message}]} on standard output

Exit codes: 0 nothing found, 1 something found, 2 wrong use, 3 nothing answers.`,
  options: OPTIONS,
  run: runAudit,
});
