import { runCommand } from '#src/lib/cli.ts';
import { ConfigError } from '#src/lib/errors.ts';
import { changeBooks, fillStore } from './catalogue.ts';

if (import.meta.main) {
  await runCommand({
    help: `Fills or changes the store of the rebuild bench, which runs this command.

fill FOLDER PAGES
change FOLDER PAGES POPULAR QUIET NIGHT`,
    options: {},
    positionals: true,
    async run(_values, [what, folder = '', ...numbers]) {
      const [pages = 0, popular = 0, quiet = 0, night = 0] = numbers.map(Number);
      if (what === 'fill') return fillStore(folder, pages);
      if (what === 'change') return changeBooks(folder, pages, { popular, quiet }, night);
      throw new ConfigError('Give the action: fill or change.');
    },
  });
}
