import { runCommand } from '#src/lib/cli.ts';
import { takeScreenshots } from './screenshots/take.ts';

await runCommand({
  help: `Takes a picture of every screen at 390x844 and 1280x800, by day and night, into var/screenshots; look through
var/screenshots/index.html. It runs a site of its own with a few demo books, kept between runs.

npm run screenshots -- [--only NAME]... [--brand ID]... [--full]

  --only NAME   only this screen (scripts/screenshots/screens.ts names them); repeat it for several
  --brand ID    only this brand, every screen; default: two brands, and home, novel and 404 in all
  --full        the whole page instead of what a visitor sees first

Exit codes: 0 done, 1 a screen could not be taken (the others are there), 2 wrong use.`,
  options: {
    only: { type: 'string', multiple: true, default: [] },
    brand: { type: 'string', multiple: true, default: [] },
    full: { type: 'boolean', default: false },
  },
  run: takeScreenshots,
});
