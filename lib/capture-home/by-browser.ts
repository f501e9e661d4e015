/** Bots that come to their meeting by its page, in a browser that is loaded only then, and what they show and say there. */
import { openJoinCredentials } from '#join-credentials';
import { audioSocketOf } from '../capture/audio-socket/audio-socket.ts';
import type { BrowserMeetings } from '../capture/browser/browser-meeting.ts';
import { takesTokens } from '../domain/connection/join-tokens.ts';
import { meetingHosts, platformsOff } from '../process/environment/meetings.ts';
import { clientAddresses, environment } from '../process/environment.ts';
import type { GetReady, Join } from './joining.ts';
import { listedMeetings } from './listed-meetings.ts';
import { loginOf } from './login-of.ts';

const load = () => Promise.all([import('./meetings.ts'), import('../capture/voice-agent/agent-browser.ts')]);

/** Joins in browsers from `launch`, if it is given. */
const joinIn =
  (launch?: BrowserMeetings['launch']): Join =>
  async (bot, { media, order, accounts }) => {
    const { id: bot_id, bot_image, websocket_settings } = bot;
    const [{ openMeetings }, { createAgentBrowser }] = await load();
    const guard = environment(clientAddresses);
    const places = environment(meetingHosts, platformsOff);
    const { hosts, platforms_off } = places;
    return {
      meetings: listedMeetings(openMeetings({ hosts, ...(launch && { launch }) }), places),
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
      login: loginOf({ accounts, credentials: openJoinCredentials, platforms_off }, order),
      hear: () => undefined,
    };
  };

export const joinByBrowser: Join = joinIn();

/** All that a meeting's page needs but the page: the program is read, and Chromium runs. */
export const readyByBrowser: GetReady = async (bots) => {
  const [{ browserReady }, { frameSize }] = await Promise.all([
    import('../capture/browser/chromium/ready-browser.ts'),
    import('../capture/recording/quality.ts'),
    load(),
  ]);
  const browser = await browserReady(frameSize({ resolution: bots === '720p' ? '720p' : '1080p' }));
  return { join: joinIn(browser.launch), [Symbol.asyncDispose]: () => browser[Symbol.asyncDispose]() };
};
