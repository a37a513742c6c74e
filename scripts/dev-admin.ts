import { command } from '#src/commands/dev/dev-admin.command.ts';
import { runCommand } from '#src/lib/cli.ts';

await runCommand(command);
