import { command } from '#src/commands/rebuild/rebuild.command.ts';
import { runCommand } from '#src/lib/cli.ts';

await runCommand(command);
