/** Starts a capture worker for an app session, with nothing of a browser in it. */
import { collectSeldom } from '../../lib/capture/streams/collect-seldom.ts';
import { joinByStream, readyByStream } from '../../lib/capture-home/by-stream.ts';
import { startCaptureWorker } from '../../lib/capture-home/capture-worker.ts';

collectSeldom();
await startCaptureWorker(joinByStream, readyByStream);
