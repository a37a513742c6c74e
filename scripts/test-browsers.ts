import { runCommand } from '#src/lib/cli.ts';
import { ENGINES } from './browsers/engines.ts';
import { runBrowserTests } from './browsers/run.ts';

await runCommand({
  help: `Walks through a site in three browser engines, and in a Chromium that lacks newer features (docs/develop/browsers.md).

npm run test:browsers [-- --only ENGINE,…] [--short] [--pictures FOLDER]

${ENGINES.map(({ name, about }) => `  ${name.padEnd(13)} ${about}`).join('\n')}

  --only      engines by name; all by default
  --short     only home, list, novel, chapter and search, as in npm run test:all
  --pictures  also saves screenshots of the main pages, at both sizes, light and dark

Browsers that are missing are installed with apt-get (Debian: chromium, firefox-esr, webkit2gtk-driver, xvfb), which needs root.
Prints a line per step and engine; the last line is "N passed, N failed". Exit codes: 0 all passed, 1 a step failed, 2 usage error.`,
  options: {
    only: { type: 'string', multiple: true },
    short: { type: 'boolean', default: false },
    pictures: { type: 'string' },
  },
  run: runBrowserTests,
});
