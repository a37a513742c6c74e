import { command } from '#src/commands/backup/backup.command.ts';
import { runCommand } from '#src/lib/cli.ts';

await runCommand(command);
