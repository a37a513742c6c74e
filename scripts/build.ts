import { command } from '#src/commands/rebuild/build.command.ts';
import { runCommand } from '#src/lib/cli.ts';

await runCommand(command);
