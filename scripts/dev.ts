import { command } from '#src/commands/dev/dev.command.ts';
import { runCommand } from '#src/lib/cli.ts';

await runCommand(command);
