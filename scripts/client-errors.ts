import { command } from '#src/commands/reports/client-errors.command.ts';
import { runCommand } from '#src/lib/cli.ts';

await runCommand(command);
