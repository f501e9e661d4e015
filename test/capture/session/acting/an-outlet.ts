/** A worker's outlet, whose page, agents and meeting a test plays. */
import { expect } from 'vitest';
import type { OutletCommand, OutletMessage } from '../../../../lib/capture/programs/protocol/outlet.ts';
import { createOutlet } from '../../../../lib/capture/session/acting/outlet.ts';
import { createNews } from '../../../../lib/capture/session/news.ts';
import { createPeopleSeen } from '../../../../lib/capture/session/people/people-seen.ts';
import { type OutletPorts, systemSessionClock } from '../../../../lib/capture/session/ports.ts';
import type { AgentPageOptions } from '../../../../lib/capture/voice-agent/agents.ts';
import { aFakeBot, type FakeBot } from '../../../lab/doubles/fake-bot.ts';

interface World {
  /** One that may have had other workers before. */
  readonly bot?: FakeBot;
  readonly picture?: OutletPorts['picture'];
  /** A client's server that is there at once. */
  readonly openAudioSocket?: OutletPorts['openAudioSocket'];
  /** Whether the page takes a command; throws where it does not answer. */
  readonly takes?: (command: OutletCommand) => Promise<boolean>;
  /** Hears which device is to be turned on, and has it wait; throws where the meeting does not let the bot. */
  readonly turnsOn?: (device: string) => void | Promise<void>;
}

export const anOutlet = ({
  bot = aFakeBot('joined_recording'),
  picture,
  openAudioSocket,
  takes = async () => true,
  turnsOn = () => undefined,
}: World = {}) => {
  const sent: OutletCommand[] = [];
  const pages = new Map<string, AgentPageOptions>();
  const closed: string[] = [];
  const turned: string[] = [];
  const agentHeard: string[] = [];
  let prepared = 0;
  let say: (message: OutletMessage) => void = () => undefined;
  const outlet = createOutlet(
    {
      meeting: { isLost: false },
      stage: {
        start: async () => undefined,
        send: async (command: OutletCommand) => (await takes(command)) && sent.push(command) > 0,
        onMessage(listener) {
          say = listener;
        },
        turn: async (device, on) => {
          if (on) await turnsOn(device);
          turned.push(`${device} ${on ? 'on' : 'off'}`);
        },
      },
      bot,
      news: createNews('not_shown', { bot, log: () => undefined, isSuccessor: false }),
      people: createPeopleSeen(),
      clock: systemSessionClock,
      log: () => undefined,
    },
    {
      ...(picture && { picture }),
      ...(openAudioSocket && { openAudioSocket }),
      guard: { allow_loopback: true },
      openAgents: () => ({
        prepare: () => {
          prepared += 1;
        },
        open: async (options) => {
          pages.set(options.url, options);
          return {
            send(command) {
              if (command.type === 'hear') agentHeard.push(command.pcm);
            },
            [Symbol.asyncDispose]: async () => void closed.push(options.url),
          };
        },
        [Symbol.asyncDispose]: async () => undefined,
      }),
    },
  );
  return {
    bot,
    outlet,
    turned,
    closed,
    /** What the pages of agents were given to hear. */
    agentHeard,
    prepared: () => prepared,
    /** The page says so. */
    say: (message: OutletMessage) => say(message),
    /** The pictures that were carried into the meeting. */
    pictures: () => sent.flatMap((command) => (command.type === 'agent_picture' ? command.data : [])),
    sent: (type: OutletCommand['type']) => sent.filter((command) => command.type === type).length,
    /** The agent's page, once it is opened, is lost. */
    async fail(url: string): Promise<void> {
      await expect.poll(() => pages.has(url)).toBe(true);
      const page = pages.get(url);
      pages.delete(url);
      page?.onLost('no such page');
    },
    /** The agent's page gives a picture. */
    async give(url: string, data: string): Promise<void> {
      await expect.poll(() => pages.has(url)).toBe(true);
      pages.get(url)?.onMessage({ type: 'picture', key: true, data });
    },
  };
};
