import { command } from '#src/commands/static/build.command.ts';
import { runCommand } from '#src/lib/cli.ts';

await runCommand(command);
