/** The demo room as the suite of meetings needs it: its own server and pages, and people who are directed by a test. */
import type { Browser } from 'puppeteer-core';
import { meetingIn } from '../../../lib/capture/browser/browser-meeting.ts';
import { closeChromium } from '../../../lib/capture/browser/chromium/chromium.ts';
import { openMeetingPage } from '../../../lib/capture/browser/meeting-page.ts';
import type { MeetingPhase } from '../../../lib/capture/meeting/view.ts';
import { demoRoom } from '../../../lib/capture/platforms/demo-room/index.ts';
import { bundle } from '../../../lib/demo-room/assets.ts';
import { startDemoRoom } from '../../../lib/demo-room/own-server.ts';
import type { Participant } from '../../../lib/demo-room/protocol.ts';
import { createActorTab } from '../../../lib/demo-room/scripted/actor-tab.ts';
import type { Host, MeetingWorld, Person, Scene, Speaker } from '../../contracts/meeting-world.ts';
import { enterRoom } from '../../lab/hosts/demo-room.ts';
import { patientBrowser } from '../../lab/hosts/patient-browser.ts';
import { untilSaid } from '../../lab/worlds/until-said.ts';

/** As many as the room takes. */
const mostPeople = 16;

type Service = Awaited<ReturnType<typeof startDemoRoom>>;
type Guest = Awaited<ReturnType<typeof enterRoom>>;

const personOf = ({ id, joined, next, follow, send, drop }: Guest): Person => {
  const seen = new Map<string, Participant | undefined>(joined.others.map((one) => [one.participant_id, one]));
  let onChange = (): void => undefined;
  const keep = (who: string, one?: Participant): void => {
    seen.set(who, one);
    onChange();
  };
  follow('participant_joined', ({ participant }) => keep(participant.participant_id, participant));
  follow('participant_changed', ({ participant }) => keep(participant.participant_id, participant));
  follow('participant_left', ({ participant_id }) => keep(participant_id));
  const messages: { message_id: string; text: string }[] = [];
  return {
    id,
    write: async (text, to = 'everyone') => send({ type: 'chat', to, text }),
    async read() {
      const { message } = await next('chat');
      messages.push(message);
      return message.text;
    },
    async edit(text, changed) {
      while (!messages.some((message) => message.text === text)) messages.push((await next('chat')).message);
      const { message_id = '' } = messages.find((message) => message.text === text) ?? {};
      send({ type: 'edit_chat', message_id, text: changed });
    },
    turnCamera: async (camera) => send({ type: 'media', microphone: true, camera }),
    acceptBreakout: async () => send({ type: 'accept_breakout' }),
    leave: async () => {
      send({ type: 'leave' });
      drop();
    },
    see(who, is) {
      const { promise, resolve } = Promise.withResolvers<void>();
      onChange = () => {
        if (is(seen.get(who))) resolve();
      };
      onChange();
      return promise;
    },
  };
};

const hostOf = (guest: Guest, service: Service, room_id: string, key: string): Host => {
  const { id, next, send } = guest;
  let captions = 0;
  return {
    ...personOf(guest),
    async allowRecording() {
      await next('recording');
      send({ type: 'allow_recording' });
    },
    refuseRecording: async () => send({ type: 'refuse_recording' }),
    openBreakoutRoom: async (room_name, participant_ids) =>
      send({ type: 'open_breakouts', rooms: [{ room_name, participant_ids }] }),
    closeBreakoutRooms: async () => send({ type: 'close_breakouts' }),
    async caption(text, de) {
      captions += 1;
      const said = { caption_id: `c${captions}`, speaker_id: id, text, ...(de && { translations: { de } }) };
      const caption = { ...said, start_ms: Date.now(), duration_ms: 800, final: true };
      const { status } = await fetch(new URL(`/room-api/rooms/${room_id}/captions`, service.base_url), {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(caption),
      });
      if (status !== 204) throw new Error(`the caption was answered with ${status}`);
    },
  };
};

/** Somebody in a tab with the room's page, who has a drawn camera and recorded speech. */
const enterInTab = async (browser: Browser, url: string, name: string): Promise<Speaker> => {
  const actorCode = await bundle(new URL('../../../lib/demo-room/scripted/actor/actor.ts', import.meta.url), 'iife');
  const participant = {
    name,
    host: false,
    camera: { style: 'portrait', colour: '#4f6fb5', quality: 'small' } as const,
  };
  const tab = createActorTab({ browser, actorCode, participant, url });
  await tab.enter();
  return { id: await tab.id(), say: async (clip) => untilSaid(await tab.say(clip)), leave: tab.leave };
};

const whoWaits = async ({ next }: Guest): Promise<string> => {
  for (;;) {
    const [first] = (await next('waiting_list')).people;
    if (first) return first.participant_id;
  }
};

/** How a bot comes to see each phase that the room has. */
const scenesOf = ({ base_url, demoRoom }: Service): Partial<Record<MeetingPhase, () => Promise<Scene>>> => {
  const at = (path: string) => base_url + path;
  const plain = async (): Promise<Scene> => ({ url: at(demoRoom.createRoom().room_path) });
  const withHost = async (say: (host: Guest, bot: string) => void, settings = {}): Promise<Scene> => {
    const { room_path, host_path } = demoRoom.createRoom(settings);
    const host = await enterRoom(base_url, host_path, 'Ana');
    return {
      url: at(room_path),
      async afterwards() {
        const isWaiting = 'waiting_room' in settings;
        const bot = isWaiting
          ? await whoWaits(host)
          : (await host.next('participant_joined')).participant.participant_id;
        say(host, bot ?? '');
      },
    };
  };
  return {
    pre_join: plain,
    in_meeting: plain,
    waiting_room: () => withHost(() => undefined, { waiting_room: true }),
    denied: () =>
      withHost((host, participant_id) => host.send({ type: 'refuse', participant_id }), { waiting_room: true }),
    ended: () => withHost((host) => host.send({ type: 'end' })),
    removed: () => withHost((host, participant_id) => host.send({ type: 'remove', participant_id })),
    not_found: async () => ({ url: at('/room/no-such-room') }),
    not_started: async () => ({ url: at(demoRoom.createRoom({ starts_with_host: true }).room_path) }),
    authorized_user_absent: async () => ({ url: at(demoRoom.createRoom({ requires_user: 'Nadia' }).room_path) }),
    async full() {
      const { room_path } = demoRoom.createRoom();
      for (let guest = 0; guest < mostPeople; guest += 1) await enterRoom(base_url, room_path, `Guest ${guest}`);
      return { url: at(room_path) };
    },
  };
};

export interface DemoRoomWorld extends MeetingWorld {
  readonly service: Service;
  readonly browser: Browser;
}

/** One browser and one room service for all meetings of a suite. */
export const openDemoRoomWorld = async (): Promise<DemoRoomWorld> => {
  const service = await startDemoRoom();
  const browser = await patientBrowser({ width: 1280, height: 720 });
  const { base_url } = service;
  const scenes = scenesOf(service);
  return {
    service,
    browser,
    async open(meeting_url) {
      return meetingIn(await openMeetingPage(browser, demoRoom), demoRoom, { meeting_url });
    },
    scene(phase) {
      const scene = scenes[phase];
      if (!scene) throw new Error(`the demo room has no scene for ${phase}`);
      return scene();
    },
    async gather({ asks = false } = {}) {
      const { room_id, room_path, host_path } = service.demoRoom.createRoom({ recording: asks ? 'ask' : 'allowed' });
      const host = await enterRoom(base_url, host_path, 'Ana');
      const key = new URL(host_path, base_url).searchParams.get('host') ?? '';
      return {
        url: base_url + room_path,
        host: hostOf(host, service, room_id, key),
        enter: async (name) => personOf(await enterRoom(base_url, room_path, name)),
        enterToSpeak: (name) => enterInTab(browser, `${base_url}${room_path}?scripted`, name),
      };
    },
    async [Symbol.asyncDispose]() {
      await closeChromium(browser);
      await service.close();
    },
  };
};

export const demoRoomPhases: readonly MeetingPhase[] = [
  'pre_join',
  'in_meeting',
  'waiting_room',
  'denied',
  'ended',
  'removed',
  'not_found',
  'not_started',
  'authorized_user_absent',
  'full',
];
