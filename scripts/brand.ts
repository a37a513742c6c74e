import { runCommand } from '#src/lib/cli.ts';
import { runBrand } from './programs/brand.ts';

await runCommand({
  help: `Looks through the brands as every command does that reads them: data, pictures and style sheet; docs/use/brands.md.

npm run brand -- check [--brand ID] [--json]

  --brand ID    this brand alone, and what it shares with others
  --json        {brands: [id], problems: [{brand, file, line, message}]} on standard output

Exit codes: 0 nothing wrong, 1 something is, 2 wrong use.`,
  options: { brand: { type: 'string' }, json: { type: 'boolean', default: false } },
  positionals: true,
  run: ({ brand, json }, positionals) => runBrand({ action: positionals, brand, json }),
});
