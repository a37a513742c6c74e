import { runCommand } from '#src/lib/cli.ts';
import { takeScreenshots } from './screenshots/take.ts';

await runCommand({
  help: `Takes a picture of every screen at 390x844 and 1280x800, in day and night mode, into var/screenshots; open
var/screenshots/index.html to see them. It starts a separate site with a few demo books, which is kept between runs.

npm run screenshots -- [--only NAME]... [--brand ID]... [--full]

  --only NAME   only this screen; may be repeated (scripts/screenshots/screens.ts lists them)
  --brand ID    all screens of this brand; default: two brands, and home, novel and 404 of all
  --full        the whole page instead of the first screen

Exit codes: 0 done, 1 some screens failed, 2 usage error.`,
  options: {
    only: { type: 'string', multiple: true, default: [] },
    brand: { type: 'string', multiple: true, default: [] },
    full: { type: 'boolean', default: false },
  },
  run: takeScreenshots,
});
