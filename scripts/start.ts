import { command } from '#src/commands/site/start.command.ts';
import { runCommand } from '#src/lib/cli.ts';

await runCommand(command);
