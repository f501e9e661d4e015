/** Bots that come to their meeting by its page, in a browser that is loaded only then, and what they show and say there. */
import { openJoinCredentials } from '#join-credentials';
import { audioSocketOf } from '../capture/audio-socket/audio-socket.ts';
import { takesTokens } from '../domain/connection/join-tokens.ts';
import { clientAddresses, environment, meetingHosts } from '../process/environment.ts';
import type { Join } from './joining.ts';
import { listedMeetings } from './listed-meetings.ts';
import { loginOf } from './login-of.ts';

export const joinByBrowser: Join = async (bot, { media, order, accounts }) => {
  const { id: bot_id, bot_image, websocket_settings } = bot;
  const [{ openMeetings }, { createAgentBrowser }] = await Promise.all([
    import('./meetings.ts'),
    import('../capture/voice-agent/agent-browser.ts'),
  ]);
  const guard = environment(clientAddresses);
  const { hosts } = environment(meetingHosts);
  return {
    meetings: listedMeetings(openMeetings(), hosts),
    outlet: {
      guard,
      openAgents: () => createAgentBrowser(guard),
      ...(websocket_settings && {
        openAudioSocket: audioSocketOf({ settings: websocket_settings.audio, bot_id, guard }),
      }),
      // Read when it is needed.
      ...(bot_image !== undefined && { picture: () => media.get(bot_image) }),
    },
    tokens: async ({ platform }, told) =>
      takesTokens(bot, platform) ? told.then(() => openJoinCredentials().tokens(order)) : {},
    login: loginOf({ accounts, credentials: openJoinCredentials }, order),
    hear: () => undefined,
  };
};
