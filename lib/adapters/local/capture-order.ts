/**
 * How a capture worker of one machine is told what it is for: by the service that started it. It tells the service that
 * it is alive, every second, and how far it is. A worker outlives its service; then nobody listens any more.
 */
import { once } from 'node:events';
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

/** Tells how far the worker is: `arrived` in front of its meeting, or `through` with it. */
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
