import { command } from '#src/commands/reports/vitals.command.ts';
import { runCommand } from '#src/lib/cli.ts';

await runCommand(command);
