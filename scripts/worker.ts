import { command } from '#src/commands/nights/worker.command.ts';
import { runCommand } from '#src/lib/cli.ts';

await runCommand(command);
