import { command } from '#src/commands/setup/setup.command.ts';
import { runCommand } from '#src/lib/cli.ts';

await runCommand(command);
