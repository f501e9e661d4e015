/** Where a Jitsi meeting is joined: the link, with what the page lets its guests choose (configWhitelist.ts of jitsi-meet). */
import { isNamedByToken } from './token.ts';

const choices: Readonly<Record<string, boolean | number | readonly string[] | null>> = {
  // The bot comes in when its time has come.
  'prejoinConfig.enabled': true,
  // As pages before 2022 call it.
  prejoinPageEnabled: true,
  startWithAudioMuted: true,
  startWithVideoMuted: true,
  // A page that begins silent is never given any sound, and one for sound alone no cameras.
  startSilent: false,
  startAudioOnly: false,
  // As newer pages call it.
  startLowBandwidthMode: false,
  'p2p.enabled': false,
  'deeplinking.disabled': true,
  // Whoever has typed a name and pressed join has asked to be let in.
  autoKnockLobby: true,
  'toolbarConfig.alwaysVisible': true,
  // Those that it presses, which a server may leave out. Of few none is in a menu.
  toolbarButtons: ['camera', 'chat', 'desktop', 'hangup', 'microphone'],
  feedbackPercentage: 0,
  // A bot without a name is nobody, and a page that says nothing of a meeting's end goes to its welcome.
  'prejoinConfig.hideDisplayName': false,
  notifyOnConferenceDestruction: true,
  // Why a bot is not let in is said by notices, of which a server may allow some, or none. A list of those alone would take the place
  // of the server's, also where that names none and so shows all: those of recordings, or of a camera that is blocked, would be gone.
  // What a server turned off stands on the bot's page alone, which a recording shows where it is made of the page (`Recorder`).
  notifications: null,
  disabledNotifications: [],
};

/** Servers may keep their guests from typing a name; that which a token says stays as it is. */
const ofGuests = { readOnlyName: false, disableProfile: false } as const;

/** A page that knows one of them no more leaves it. Tokens stay in the link. */
export const addressOf = (meeting_url: string): string => {
  const url = new URL(meeting_url);
  // It is typed: no server is to find it in the addresses that it writes down.
  url.searchParams.delete('password');
  // The words of the signs and of the buttons are the English ones.
  url.searchParams.set('lang', 'en');
  url.hash = Object.entries({ ...choices, ...(isNamedByToken(url) ? {} : ofGuests) })
    .map(([name, value]) => `config.${name}=${encodeURIComponent(JSON.stringify(value))}`)
    .join('&');
  return url.href;
};

export const passcodeOf = (meeting_url: string): string => new URL(meeting_url).searchParams.get('password') ?? '';
