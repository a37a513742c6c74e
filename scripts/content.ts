import { command } from '#src/commands/content/content.command.ts';
import { runCommand } from '#src/lib/cli.ts';

await runCommand(command);
