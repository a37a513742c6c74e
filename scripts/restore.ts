import { command } from '#src/commands/backup/restore.command.ts';
import { runCommand } from '#src/lib/cli.ts';

await runCommand(command);
