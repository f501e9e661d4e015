/** Meetings of each platform that can be had here, in which two people with cameras talk, one after the other. */
import { setTimeout as delay } from 'node:timers/promises';
import { closeChromium, launchChromium } from '../../lib/capture/browser/chromium/chromium.ts';
import { clips } from '../../lib/demo-room/scripted/clips.ts';
import type { Platform } from '../../lib/domain/meeting/known-platforms.ts';
import { type Galene, startGalene } from '../../test/facsimiles/galene/galene.ts';
import { enterGalene } from '../../test/facsimiles/galene/people.ts';
import { googleMeet } from '../../test/facsimiles/meetings/google-meet/google-meet.ts';
import type { Guest, GuestDesk } from '../../test/facsimiles/meetings/guest.ts';
import { startMeetingHost } from '../../test/facsimiles/meetings/host.ts';
import { jitsi } from '../../test/facsimiles/meetings/jitsi/jitsi.ts';
import { jitsiHost } from '../../test/facsimiles/meetings/jitsi/tell.ts';
import type { FacsimileMeeting } from '../../test/facsimiles/meetings/meeting.ts';
import { teams } from '../../test/facsimiles/meetings/teams/teams.ts';
import type { PlatformFacsimile } from '../../test/facsimiles/meetings/world.ts';
import { zoom } from '../../test/facsimiles/meetings/zoom/zoom.ts';
import { ZoomMeeting } from '../../test/facsimiles/meetings/zoom/zoom-meeting.ts';
import type { LiveKit } from '../../test/servers/livekit/livekit.ts';
import { enterLiveKit } from '../../test/servers/livekit/people.ts';

export const names = ['Person 1', 'Person 2'] as const;
const pauseMs = 400;
/** A host needs a moment to let somebody in. */
const hostTakesMs = 1_000;
const nobody = (): void => undefined;

/** A sentence, in Unix time. */
export interface Said {
  readonly who: string;
  readonly text: string;
  readonly start_ms: number;
  readonly end_ms: number;
}

/** A meeting in which people talk until it is disposed of. */
export interface Held extends AsyncDisposable {
  readonly url: string;
  readonly platform: Platform;
  /** What was said so far, with what is being said. */
  readonly said: readonly Said[];
  /** The names of all who are in it now, bots too, as the meeting itself has them. */
  there(): Promise<readonly string[]>;
}

export interface HeldOptions {
  /** Whether a host has to let each in who comes. */
  readonly hasLobby?: boolean;
  /** How long somebody whose page is gone without a word still stands in the meeting. */
  readonly lingers_ms?: number;
}

interface Talker {
  readonly name: string;
  say(clip: string): Promise<{ readonly start_ms: number }>;
  /** The meeting writes down what they said, where it does. */
  caption?(text: string): void;
}

/** They speak clip after clip, one after the other, until told to stop. Answers what they have said so far, or begun to say. */
const talk = (people: readonly Talker[], signal: AbortSignal): readonly Said[] => {
  const said: Said[] = [];
  const all = [...clips.values()];
  const talking = async (): Promise<void> => {
    for (let turn = 0; !signal.aborted; turn += 1) {
      const [person, clip] = [people[turn % people.length], all[turn % all.length]];
      if (!person || !clip) return;
      const { text, duration_ms } = clip;
      const sentence = (start_ms: number): Said => ({
        who: person.name,
        text,
        start_ms,
        end_ms: start_ms + duration_ms,
      });
      const began_ms = performance.now();
      const at = said.push(sentence(Date.now())) - 1;
      const { start_ms } = await person.say(clip.name);
      said[at] = sentence(start_ms);
      await delay(Math.max(0, duration_ms - (performance.now() - began_ms)), undefined, { signal });
      person.caption?.(text);
      await delay(pauseMs, undefined, { signal });
    }
  };
  talking().catch(nobody);
  return said;
};

/** Lets in whoever asks, each once. */
const letIn = (desk: GuestDesk, meeting: FacsimileMeeting, signal: AbortSignal): void => {
  const seen = new Set<Guest>();
  const timer = setInterval(() => {
    for (const guest of desk.guests) {
      if (guest.meeting !== meeting || !guest.hasAsked || seen.has(guest)) continue;
      seen.add(guest);
      setTimeout(() => void guest.admit(), hostTakesMs);
    }
  }, 100);
  signal.addEventListener('abort', () => clearInterval(timer), { once: true });
};

const inFacsimile = (
  platform: Platform,
  facsimile: PlatformFacsimile,
  { hasLobby = false, lingers_ms = 0 }: HeldOptions,
): Held => {
  const meeting = facsimile.meeting({ lingers_ms });
  const stop = new AbortController();
  // Nobody is there who would allow it.
  if (meeting instanceof ZoomMeeting) meeting.offersRecording = false;
  if (hasLobby) {
    meeting.door = 'lobby';
    letIn(facsimile.desk, meeting, stop.signal);
  }
  const people = names.map((name, index) => meeting.enter(name, { isHost: index === 0, camera: true }));
  const talkers = people.map(
    ({ id, name }): Talker => ({
      name,
      say: (clip) => meeting.say(id, clip),
      caption: (text) => meeting.caption(id, text),
    }),
  );
  return {
    url: meeting.url,
    platform,
    said: talk(talkers, stop.signal),
    there: async () => meeting.members.map(({ name }) => name),
    async [Symbol.asyncDispose]() {
      stop.abort();
      meeting[Symbol.dispose]();
    },
  };
};

/** Somebody in a tab of a browser, who speaks there. */
interface Played {
  readonly name: string;
  say(clip: string): Promise<{ readonly start_ms: number }>;
}

const inTabs = async (
  meeting: Pick<Held, 'url' | 'platform' | 'there'>,
  enter: (browser: Awaited<ReturnType<typeof launchChromium>>, name: string) => Promise<Played>,
): Promise<Held> => {
  await using cleanUp = new AsyncDisposableStack();
  const browser = await launchChromium({ width: 640, height: 480 });
  cleanUp.defer(() => closeChromium(browser));
  const people: Played[] = [];
  for (const name of names) people.push(await enter(browser, name));
  const stop = new AbortController();
  cleanUp.defer(() => stop.abort());
  const said = talk(people, stop.signal);
  const owned = cleanUp.move();
  return { ...meeting, said, [Symbol.asyncDispose]: () => owned.disposeAsync() };
};

const asEverybody = { camera: true, microphone: true } as const;

const inGalene = (server: Galene, group: string): Promise<Held> => {
  server.configure(group, { role: 'present' });
  const url = server.groupUrl(group);
  const there = async () => server.members(group).map(({ username }) => username);
  return inTabs({ url, platform: 'galene', there }, (browser, name) =>
    enterGalene(browser, { url, name, ...asEverybody }),
  );
};

export const inLiveKit = (server: LiveKit, room: string): Promise<Held> => {
  const url = server.roomUrl(room);
  const there = async () => (await server.members(room)).map(({ name }) => name);
  return inTabs({ url, platform: 'livekit', there }, (browser, name) =>
    enterLiveKit(browser, { url, name, ...asEverybody }),
  );
};

/** Those whose pages are drawn here, at the makers' own addresses. */
const drawn = { 'Google Meet': 'google_meet', Teams: 'teams', Zoom: 'zoom', 'Jitsi Meet': 'jitsi' } as const;
type Drawn = keyof typeof drawn;
export const facsimileNames = [...(Object.keys(drawn) as Drawn[]), 'Galène'] as const;
export type FacsimileName = (typeof facsimileNames)[number];

export interface Facsimiles extends AsyncDisposable {
  /** What browsers need to get there. */
  readonly args: readonly string[];
  /** What a service is told of their hosts. */
  readonly environment: Readonly<Record<'JITSI_HOSTS' | 'GALENE_HOSTS', string>>;
  /** A new meeting of a platform. Galène has no lobby, and lets go at once of who is gone. */
  hold(name: FacsimileName, options?: HeldOptions): Promise<Held>;
}

export const openFacsimiles = async (): Promise<Facsimiles> => {
  await using cleanUp = new AsyncDisposableStack();
  const facsimiles: Readonly<Record<Drawn, PlatformFacsimile>> = {
    'Google Meet': cleanUp.use(googleMeet()),
    Teams: cleanUp.use(teams()),
    Zoom: cleanUp.use(zoom()),
    'Jitsi Meet': cleanUp.use(jitsi()),
  };
  const { args } = cleanUp.use(await startMeetingHost(Object.values(facsimiles)));
  const server = cleanUp.use(await startGalene());
  let groups = 0;
  const owned = cleanUp.move();
  return {
    args,
    environment: { JITSI_HOSTS: jitsiHost, GALENE_HOSTS: server.host },
    async hold(name, options = {}) {
      if (name !== 'Galène') return inFacsimile(drawn[name], facsimiles[name], options);
      groups += 1;
      return inGalene(server, `bench-${groups}`);
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
};
