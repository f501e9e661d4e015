/**
 * Starts a capture worker. It is told which bot and what for by the capture launcher of its home.
 */
import { receiveOrder } from '#adapters/capture-order.ts';
import { runCaptureWorker } from '../lib/capture-home/capture-worker.ts';
import { parseOrder } from '../lib/ports/capture-order.ts';
import { log } from '../lib/process/log.ts';

// The log may be on a disk that is full. A few lines less are no reason to leave a meeting.
process.stdout.on('error', () => undefined);

try {
  await runCaptureWorker(parseOrder(await receiveOrder()));
  log.info('capture worker done');
} catch (error) {
  log.error('capture worker failed', {}, error);
  process.exitCode = 1;
}
