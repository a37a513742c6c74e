import { command } from '#src/commands/content/store.command.ts';
import { runCommand } from '#src/lib/cli.ts';

await runCommand(command);
