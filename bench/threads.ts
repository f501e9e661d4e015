/** Work that needs a thread, and modules, of its own. */
import { Worker } from 'node:worker_threads';

/** Runs a file of `bench/workers` with its input, and answers the one message that it posts. */
export const inThread = <T>(file: string, input: unknown): Promise<T> =>
  new Promise((resolve, reject) => {
    const thread = new Worker(new URL(`workers/${file}`, import.meta.url), { workerData: input });
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.once('exit', (code) => reject(new Error(`${file} ended with ${code} and no answer`)));
  });
