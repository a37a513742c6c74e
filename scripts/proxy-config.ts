import { command } from '#src/commands/site/proxy-config.command.ts';
import { runCommand } from '#src/lib/cli.ts';

await runCommand(command);
