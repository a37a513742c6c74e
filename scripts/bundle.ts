import { command } from '#src/commands/rebuild/bundle.command.ts';
import { runCommand } from '#src/lib/cli.ts';

await runCommand(command);
