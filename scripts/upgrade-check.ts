import { command } from '#src/commands/doctor/upgrade-check.command.ts';
import { runCommand } from '#src/lib/cli.ts';

await runCommand(command);
