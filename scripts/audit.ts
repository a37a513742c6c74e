import { command } from '#src/commands/audit/audit.command.ts';
import { runCommand } from '#src/lib/cli.ts';

await runCommand(command);
