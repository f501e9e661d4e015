/** LiveKit as the suite of meetings needs it: its own server and page, and people who are directed by a test. */
import { randomUUID } from 'node:crypto';
import type { Browser } from 'puppeteer-core';
import { meetingIn } from '../../../../lib/capture/browser/browser-meeting.ts';
import { closeChromium } from '../../../../lib/capture/browser/chromium/chromium.ts';
import { type MeetingPage, openMeetingPage } from '../../../../lib/capture/browser/meeting-page.ts';
import type { Meeting } from '../../../../lib/capture/meeting/meeting.ts';
import type { MeetingPhase } from '../../../../lib/capture/meeting/view.ts';
import { liveKit } from '../../../../lib/capture/platforms/livekit/index.ts';
import type { Host, MeetingWorld, Person, Scene, Speaker } from '../../../contracts/meeting-world.ts';
import { patientBrowser } from '../../../lab/hosts/patient-browser.ts';
import { until } from '../../../lab/until.ts';
import { untilSaid } from '../../../lab/worlds/until-said.ts';
import { agentOf } from '../../../servers/livekit/agent.ts';
import type { LiveKitPrograms } from '../../../servers/livekit/install.ts';
import {
  type LiveKit,
  type LiveKitMember,
  type LiveKitOptions,
  startLiveKit,
} from '../../../servers/livekit/livekit.ts';
import { enterLiveKit, type LiveKitPerson } from '../../../servers/livekit/people.ts';

export const liveKitPhases = ['pre_join', 'in_meeting', 'ended', 'removed', 'login_required'] as const;

const personOf = (person: LiveKitPerson): Person => {
  const ids = new Map<string, string>();
  let hasRead = 0;
  return {
    id: person.identity,
    async write(text) {
      const id = randomUUID();
      ids.set(text, id);
      await person.writeAs(id, text);
    },
    async read() {
      const others = async () => (await person.read()).filter(({ who }) => who !== person.name);
      const messages = await until(others, ({ length }) => length > hasRead);
      hasRead += 1;
      return messages[hasRead - 1]?.text ?? '';
    },
    edit: (text, changed) => person.writeAs(ids.get(text) ?? '', changed),
    turnCamera: (on) => person.turn('camera', on),
    acceptBreakout: () => Promise.reject(new Error('LiveKit has no breakout rooms')),
    leave: person.leave,
    async see(id, is) {
      await until(() => person.look(id), is);
    },
  };
};

const speakerOf = (person: LiveKitPerson): Speaker => ({
  id: person.identity,
  say: async (clip) => untilSaid(await person.say(clip)),
  leave: person.leave,
});

/** Somebody who made the room: in LiveKit nobody in a meeting is more than the others. */
const hostOf = (person: LiveKitPerson, caption: Host['caption']): Host => {
  const cannot = () => Promise.reject(new Error('LiveKit has no such thing'));
  return {
    ...personOf(person),
    allowRecording: cannot,
    refuseRecording: cannot,
    openBreakoutRoom: cannot,
    closeBreakoutRooms: cannot,
    caption,
  };
};

export interface LiveKitWorld extends MeetingWorld {
  readonly server: LiveKit;
  readonly browser: Browser;
  newRoom(): string;
  /** A bot's page, not loaded yet. */
  openPage(url: string): Promise<{ readonly page: MeetingPage; readonly meeting: Meeting }>;
  /** Somebody comes into a room. */
  enter(room: string, name: string, options?: Partial<Parameters<typeof enterLiveKit>[1]>): Promise<LiveKitPerson>;
  /** So does whoever the server takes for an agent. */
  enterAgent(room: string, name: string): Promise<LiveKitPerson>;
}

/** One browser and one server for all meetings of a suite. */
export const openLiveKitWorld = async (programs: LiveKitPrograms, options?: LiveKitOptions): Promise<LiveKitWorld> => {
  await using cleanUp = new AsyncDisposableStack();
  const server = cleanUp.use(await startLiveKit(programs, options));
  const browser = await patientBrowser({ width: 1280, height: 720 });
  cleanUp.defer(() => closeChromium(browser));
  let rooms = 0;
  const newRoom = (): string => {
    rooms += 1;
    return `room-${rooms}`;
  };
  const arrival = async (room: string): Promise<LiveKitMember> => {
    const members = await until(
      () => server.members(room).catch(() => []),
      ({ length }) => length > 0,
    );
    return members[0] as LiveKitMember;
  };
  const scenes: Partial<Record<MeetingPhase, (room: string) => Scene['afterwards']>> = {
    pre_join: () => undefined,
    in_meeting: () => undefined,
    ended: (room) => async () => {
      await arrival(room);
      await server.end(room);
    },
    removed: (room) => async () => server.remove(room, (await arrival(room)).identity),
    login_required(room) {
      server.admit(room, { lives_s: -3_600 });
      return undefined;
    },
  };
  const openPage: LiveKitWorld['openPage'] = async (meeting_url) => {
    const page = await openMeetingPage(browser, liveKit);
    return { page, meeting: meetingIn(page, liveKit, { meeting_url }) };
  };
  const enter: LiveKitWorld['enter'] = (room, name, options = {}) =>
    enterLiveKit(browser, { url: server.roomUrl(room), name, ...options });
  const enterAgent: LiveKitWorld['enterAgent'] = async (room, name) => {
    server.admit(room, { kind: 'agent' });
    try {
      return await enter(room, name);
    } finally {
      server.admit(room, {});
    }
  };
  const owned = cleanUp.move();
  return {
    server,
    browser,
    newRoom,
    openPage,
    enter,
    enterAgent,
    open: async (url) => (await openPage(url)).meeting,
    async scene(phase) {
      const room = newRoom();
      const afterwards = scenes[phase]?.(room);
      return { url: server.roomUrl(room), ...(afterwards && { afterwards }) };
    },
    async gather() {
      const room = newRoom();
      const people: LiveKitPerson[] = [];
      const come = async (name: string, options?: Parameters<typeof enter>[2]): Promise<LiveKitPerson> => {
        const person = await enter(room, name, options);
        people.push(person);
        return person;
      };
      const ana = await come('Ana');
      const caption = async (text: string): Promise<void> => {
        const agent = await enterAgent(room, 'Captioner');
        people.push(agent);
        await agentOf(agent).write({ of: ana.identity, text, segment: randomUUID(), isFinal: true });
      };
      return {
        url: server.roomUrl(room),
        host: hostOf(ana, caption),
        enter: async (name) => personOf(await come(name)),
        enterToSpeak: async (name) => speakerOf(await come(name, { camera: true, microphone: true })),
        async [Symbol.asyncDispose]() {
          await Promise.all(people.map(({ page }) => page.close().catch(() => undefined)));
        },
      };
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
};
