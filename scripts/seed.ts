import { command } from '#src/commands/content/seed.command.ts';
import { runCommand } from '#src/lib/cli.ts';

await runCommand(command);
