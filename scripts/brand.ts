import { command } from '#src/commands/brand/brand.command.ts';
import { runCommand } from '#src/lib/cli.ts';

await runCommand(command);
