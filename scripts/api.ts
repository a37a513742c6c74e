import { command } from '#src/commands/api/api.command.ts';
import { runCommand } from '#src/lib/cli.ts';

await runCommand(command);
