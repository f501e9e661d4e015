import type { Bot } from '../../domain/bot/bot.ts';
import { takesSettings } from '../../domain/bot/lifecycle.ts';
import type { VoiceAgentSettingsChange } from '../../domain/bot/settings.ts';
import { agentAfter, agentOutputs } from '../../domain/bot/voice-agent.ts';
import { InvalidTransitionError } from '../../domain/errors.ts';
import type { BotRef } from '../../storage/keys.ts';
import { createFaults } from './bot-input.ts';
import { type ChangeBotPorts, createChangeBot } from './change-bot.ts';

export interface UpdateVoiceAgentSettingsPorts extends ChangeBotPorts {
  readonly checkAddress: (url: string) => string | undefined;
}

const notReserved =
  'needs a bot that has a voice agent reserved: create it with voice_agent_settings.reserve_resources true';

/**
 * Changes or turns off the website that a bot shows, from its creation until it leaves; its worker hears of it within a
 * second.
 * @throws InvalidTransitionError once the bot is leaving
 * @throws ValidationError for an address that cannot be used, or a bot for which no resources were reserved
 */
export const createUpdateVoiceAgentSettings = (ports: UpdateVoiceAgentSettingsPorts) => {
  const changeBot = createChangeBot(ports);

  const check = ({ voice_agent_settings }: Bot, change: VoiceAgentSettingsChange): void => {
    const faults = createFaults();
    for (const output of agentOutputs) {
      const url = change[output];
      if (url === undefined) continue;
      // What is there can always be turned off.
      const isPossible = voice_agent_settings?.reserve_resources || (voice_agent_settings && url === '');
      faults.note(output, isPossible ? undefined : notReserved);
      faults.note(output, url === '' ? undefined : ports.checkAddress(url));
    }
    faults.throwAny();
  };

  return (ref: BotRef, change: VoiceAgentSettingsChange): Promise<Bot> =>
    changeBot(ref, (bot) => {
      if (!takesSettings(bot.state)) throw new InvalidTransitionError('change the voice agent', bot.state);
      check(bot, change);
      const before = bot.voice_agent_settings ?? { reserve_resources: false };
      return { bot: { ...bot, voice_agent_settings: agentAfter(before, change) } };
    });
};
