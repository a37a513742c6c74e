import { command } from '#src/commands/content/import.command.ts';
import { runCommand } from '#src/lib/cli.ts';

await runCommand(command);
