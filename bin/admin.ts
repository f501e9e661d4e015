/** `npm run admin`: projects, keys, credentials and webhooks, for whoever operates the service. */
import { UsageError } from '../lib/admin/command.ts';
import { runAdmin } from '../lib/admin/run.ts';
import { logToStandardError } from '../lib/process/log.ts';
import { openHome } from './admin/open-home.ts';
import { readSecret } from './admin/read-secret.ts';
import { whatFailed } from './admin/what-failed.ts';

try {
  // What happens meanwhile, and how far it is, does not belong to what programs read.
  logToStandardError();
  console.log(await runAdmin(process.argv.slice(2), async (choice) => openHome(choice), readSecret, console.error));
} catch (error) {
  console.error(whatFailed(error, process.env));
  process.exit(error instanceof UsageError ? 2 : 1);
}
// SQLite and its watch would keep the process alive.
process.exit(0);
