import { command } from '#src/commands/nights/nightly.command.ts';
import { runCommand } from '#src/lib/cli.ts';

await runCommand(command);
