import { command } from '#src/commands/site/site.command.ts';
import { runCommand } from '#src/lib/cli.ts';

await runCommand(command);
