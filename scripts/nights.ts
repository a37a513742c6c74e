import { command } from '#src/commands/nights/nights.command.ts';
import { runCommand } from '#src/lib/cli.ts';

await runCommand(command);
