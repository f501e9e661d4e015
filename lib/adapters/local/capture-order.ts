/**
 * How a capture worker of one machine is told what it is for: by the service that started it. It tells the service that
 * it is alive, every second, and how far it is. A worker outlives its service; then nobody listens any more.
 */
import { once } from 'node:events';
import type { EndWarning } from '../../ports/capture-order.ts';
import { signEveryMs, type WorkerMessage, WorkerOrder, type WorkerSign } from './capture/messages.ts';

const send = (sign: WorkerSign, sent: () => void = () => undefined): void => {
  const message: WorkerMessage = { sign };
  if (process.connected) process.send?.(message, sent);
};

/** One at a time, so that nothing piles up for a service that does not read. */
const keepSaying = (sign: WorkerSign): void => {
  let isOnTheWay = false;
  const say = (): void => {
    if (isOnTheWay || !process.connected) return;
    isOnTheWay = true;
    send(sign, () => {
      isOnTheWay = false;
    });
  };
  setInterval(say, signEveryMs).unref();
};

/** Whoever moves a bot sends this signal. The machine is not taken away: the worker goes on for as long as nobody comes. */
export const endWarning: EndWarning = { signal: 'SIGUSR2', within_ms: Number.POSITIVE_INFINITY };

/** Tells how far the worker is: `arrived` in front of its meeting, `warned` that it is to be relieved, or `through`. */
export const tell = (sign: Exclude<WorkerSign, 'alive'>): void => send(sign);

/**
 * The worker's environment with its order in it; a worker that was started by hand has it there already. Ends the
 * process when its service is gone before there was an order.
 */
export const receiveOrder = async (): Promise<NodeJS.ProcessEnv> => {
  if (!process.connected) return process.env;
  keepSaying('alive');
  process.title = 'meeting-bot ready';
  const leave = (): never => process.exit();
  process.once('disconnect', leave);
  const [message] = (await once(process, 'message')) as [unknown];
  process.off('disconnect', leave);
  // The channel alone does not keep a worker from ending.
  process.channel?.unref();
  const { order } = WorkerOrder.parse(message);
  process.title = `meeting-bot ${order.BOT_ID}`;
  return { ...process.env, ...order };
};
