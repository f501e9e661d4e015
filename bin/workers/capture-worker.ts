/** Starts a capture worker for any bot: by its page, or by its stream where it is an app session. */
import { joinByBrowser, readyByBrowser } from '../../lib/capture-home/by-browser.ts';
import { joinByStream } from '../../lib/capture-home/by-stream.ts';
import { startCaptureWorker } from '../../lib/capture-home/capture-worker.ts';
import { isAppSession } from '../../lib/domain/app-session/app-session.ts';

await startCaptureWorker(
  (bot, ...rest) => (isAppSession(bot) ? joinByStream : joinByBrowser)(bot, ...rest),
  readyByBrowser,
);
