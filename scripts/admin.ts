import { command } from '#src/commands/admin/admin.command.ts';
import { runCommand } from '#src/lib/cli.ts';

await runCommand(command);
