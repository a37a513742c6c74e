import { command } from '#src/commands/releases/releases.command.ts';
import { runCommand } from '#src/lib/cli.ts';

await runCommand(command);
