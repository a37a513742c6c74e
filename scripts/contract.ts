import { command } from '#src/commands/contract/contract.command.ts';
import { runCommand } from '#src/lib/cli.ts';

await runCommand(command);
