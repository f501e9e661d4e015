/** Node's line to the outlet in the meeting's page. */
import type { CDPSession } from 'puppeteer-core';
import { withinOwnTime } from '../../process/deadline.ts';
import { programScript } from '../build/scripts.ts';
import type { Stage } from '../meeting/stage.ts';
import { OutletMessage } from '../programs/protocol/outlet.ts';
import { openBinding } from './binding.ts';

const callTimeoutMs = 5_000;
const longestPayload = 256 * 1024;

/** The stage of a meeting but for its devices. */
export type OutletChannel = Omit<Stage, 'turn'>;

/** `agent` and `binding`: the names in the page of its agent, and of the function by which the outlet speaks. */
export const openOutletChannel = async (
  session: CDPSession,
  { agent, binding }: { readonly agent: string; readonly binding: string },
): Promise<OutletChannel> => {
  let hear: (message: OutletMessage) => void = () => undefined;
  await openBinding(session, {
    name: binding,
    message: OutletMessage,
    longest_payload: longestPayload,
    hear: (message) => hear(message),
  });

  const call = async (expression: string): Promise<unknown> => {
    const evaluation = session.send('Runtime.evaluate', { expression, returnByValue: true });
    const { result } = await withinOwnTime(callTimeoutMs, 'a call of the outlet', evaluation);
    return result.value;
  };

  return {
    async start() {
      await call(`globalThis['${agent}'].startOutlet(${JSON.stringify(await programScript('outlet-worker'))})`);
    },
    send: async (command) => (await call(`globalThis['${agent}']?.outlet(${JSON.stringify(command)})`)) === true,
    onMessage(listener) {
      hear = listener;
    },
  };
};
