import { command } from '#src/commands/doctor/doctor.command.ts';
import { runCommand } from '#src/lib/cli.ts';

await runCommand(command);
