/** A meeting in memory: it shows what its script says, and tells what is done in it. There is no page behind it. */

import type { Meeting, OutgoingChat } from '../../../lib/capture/meeting/meeting.ts';
import type { MeetingRecorder } from '../../../lib/capture/meeting/source.ts';
import type { AttributedSound } from '../../../lib/capture/meeting/speech.ts';
import type { MeetingView } from '../../../lib/capture/meeting/view.ts';
import type { JoinTokens } from '../../../lib/domain/connection/join-tokens.ts';
import { type MeetingCapabilities, tellsVoicesApart } from '../../../lib/domain/meeting/capabilities.ts';

/** What can be done in it. */
export type Act =
  | 'load'
  | `prepare as ${string}`
  | 'ask to be let in'
  | 'settle'
  | 'leave the meeting'
  | 'ask to record'
  | 'enter the breakout room'
  | 'want no pictures'
  | 'want pictures'
  | 'record'
  | 'stop recording'
  | 'hand over speech'
  | 'hand over no speech'
  | `hand over voices at ${number}`
  | `captions in ${string}`;

export interface MeetingScript {
  /** What it shows now; `hasAsked`: the bot has asked to be let in since it was loaded. */
  readonly shows: (hasAsked: boolean) => MeetingView;
  /** Hears what the bot does, before it is done; what fails here, fails for the bot. */
  readonly onAct?: (act: Act) => void | Promise<void>;
  /** Hears whether the bot goes by captions, once it has what it needs turned on; what fails here, fails for the bot. */
  readonly onSettle?: (goesByCaptions: boolean) => void;
  readonly onChat?: (message: OutgoingChat) => void | Promise<void>;
  /** Hears what the bot asks to be let in with. */
  readonly onTokens?: (tokens: JoinTokens) => void;
  readonly capabilities?: Partial<MeetingCapabilities>;
  readonly starts_within_ms?: number;
  /** In which languages captions can be had beside that of the meeting. */
  readonly languages?: readonly string[];
  /** What there is to see of it; absent where there is nothing. */
  readonly picture?: () => Promise<Uint8Array>;
  /** Records it; by default nothing comes of a recording but its acts. */
  readonly recorder?: MeetingRecorder;
}

export interface ScriptedMeeting extends Meeting {
  /** It is gone: nothing can be asked of it any more. */
  lose(): void;
  /** Somebody says something. */
  speak(sound: AttributedSound): void;
  /** Somebody sounds like something, just now. */
  sound(sound: AttributedSound): void;
}

const everything: MeetingCapabilities = {
  voices: 'track_per_person',
  pictures: 'track_per_person',
  captions: true,
  chat: 'private',
  recording_permission: true,
  breakout_rooms: true,
  hosts: true,
  camera_wishes: true,
};

/** Of what it cannot do, it has no method. */
export const aScriptedMeeting = (script: MeetingScript): ScriptedMeeting => {
  const capabilities = { ...everything, ...script.capabilities };
  let isLost = false;
  let hasAsked = false;
  let listener: ((sound: AttributedSound) => void) | undefined;
  let hearLive: ((sound: AttributedSound) => void) | undefined;
  const act = async (what: Act): Promise<void> => {
    if (isLost) throw new Error('the meeting is lost');
    await script.onAct?.(what);
  };
  const recorder: MeetingRecorder = {
    arm: async () => undefined,
    source: () => ({
      start: () => act('record'),
      async stop() {
        await act('stop recording');
        return undefined;
      },
      look: () => undefined,
    }),
  };
  return {
    capabilities,
    ...(script.starts_within_ms !== undefined && { starts_within_ms: script.starts_within_ms }),
    get isLost() {
      return isLost;
    },
    giveUp() {
      isLost = true;
    },
    async load() {
      hasAsked = false;
      await act('load');
    },
    prepare: (name) => act(`prepare as ${name}`),
    async join(tokens = {}) {
      script.onTokens?.(tokens);
      await act('ask to be let in');
      hasAsked = true;
    },
    async look() {
      if (isLost) throw new Error('the meeting is lost');
      return script.shows(hasAsked);
    },
    async settle(goesByCaptions = false) {
      await act('settle');
      script.onSettle?.(goesByCaptions);
    },
    leave: () => act('leave the meeting'),
    ...(capabilities.captions && {
      captionIn: async (language: string) => {
        await act(`captions in ${language}`);
        return script.languages?.includes(language) === true;
      },
    }),
    ...(capabilities.recording_permission && { askToRecord: () => act('ask to record') }),
    ...(capabilities.breakout_rooms && { enterBreakoutRoom: () => act('enter the breakout room') }),
    wantPictures: (wanted) => act(wanted ? 'want pictures' : 'want no pictures'),
    ...(capabilities.chat !== 'none' && { sendChat: async (message) => script.onChat?.(message) }),
    recorder: script.recorder ?? recorder,
    speech: {
      async start(hear) {
        listener = hear;
        await act('hand over speech');
      },
      async stop() {
        await act('hand over no speech');
        listener = undefined;
      },
    },
    ...(tellsVoicesApart(capabilities) && {
      voices: {
        async start(rate: number, hear: (sound: AttributedSound) => void) {
          hearLive = hear;
          await act(`hand over voices at ${rate}`);
        },
      },
    }),
    ...(script.picture && { picture: script.picture }),
    evidence: async () => ({
      facts: { page: { page_state: 'S01_script', evidence: [], overlays: [], advice: 'try_later' } },
      files: [{ name: 'script.txt', content_type: 'text/plain', bytes: Buffer.from('a script') }],
    }),
    async [Symbol.asyncDispose]() {
      isLost = true;
    },
    lose() {
      isLost = true;
    },
    speak: (sound) => listener?.(sound),
    sound: (sound) => hearLive?.(sound),
  };
};
