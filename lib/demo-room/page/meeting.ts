import type { ClientMessage, Outcome, Participant, RecordingStatus, ServerMessage } from '../protocol.ts';
import type { Devices } from './devices/devices.ts';
import { createOwnLevel } from './devices/own-level.ts';
import { createSharing } from './devices/sharing.ts';
import { byId } from './dom.ts';
import { createBreakout } from './panels/breakout.ts';
import { createBreakoutRooms } from './panels/breakout-rooms.ts';
import { createCaptions } from './panels/captions.ts';
import { createChat } from './panels/chat.ts';
import { createPanels } from './panels/panels.ts';
import { createPeople } from './panels/people.ts';
import { createRecording } from './panels/recording.ts';
import { setPhase } from './phase.ts';
import { createCameraWishes } from './pictures/camera-wishes.ts';
import { createIncomingVideo } from './pictures/incoming-video.ts';
import { createPeers } from './pictures/peers.ts';
import { createScreens } from './pictures/screens.ts';
import { createTiles, speakingLevel } from './pictures/tiles.ts';

const levelEveryMs = 120;
const noticeMs = 5_000;
const longNoticeMs = 12_000;

type Handlers = {
  readonly [T in ServerMessage['type']]: (message: Extract<ServerMessage, { type: T }>) => void;
};

const clockText = (ms: number): string => {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};

/** One meeting on this page, from asking to join until it is over for this person. */
export const createMeeting = (devices: Devices, send: (message: ClientMessage) => void) => {
  let self: Participant | undefined;
  let enteredAt = 0;
  let noticeTimer: ReturnType<typeof setTimeout> | undefined;
  const isHost = (): boolean => self?.is_host ?? false;

  const cameraWishes = createCameraWishes((cameras) => send({ type: 'wants_cameras', cameras }));
  const tiles = createTiles({
    onHide: cameraWishes.hide,
    // Nobody looks at the page of somebody scripted, however small its tiles are.
    onSize: (id, height_px) => self?.is_scripted || cameraWishes.fit(id, height_px),
    onGone: cameraWishes.forget,
  });
  const screens = createScreens();
  const captions = createCaptions((language) => send({ type: 'caption_language', language }));
  const breakout = createBreakout(send);
  const breakoutRooms = createBreakoutRooms(send);
  const sharing = createSharing(devices, (text) => notice(text));
  const incomingVideo = createIncomingVideo((wants_video) => send({ type: 'wants_video', wants_video }));
  const recording = createRecording(send);
  const people = createPeople({ send, isHost });
  const ownLevel = createOwnLevel(() => devices.track('microphone'));
  const peers = createPeers({
    devices,
    send: (to, signal) => send({ type: 'signal', to, signal }),
    ownId: () => self?.participant_id,
    find: tiles.find,
    onStream: (id, kind, stream) => {
      if (kind === 'person') tiles.play(id, stream);
      else screens.play(id, stream);
    },
  });
  const panels = createPanels((name) => {
    if (name === 'chat') chat.opened();
  });
  const chat = createChat({
    send: (to, text) => send({ type: 'chat', to, text }),
    edit: (message_id, text) => send({ type: 'edit_chat', message_id, text }),
    isOpen: () => panels.isOpen('chat'),
    onUnread: (count) => {
      byId('chat-unread').textContent = String(count);
      byId('chat-unread').hidden = count === 0;
    },
  });

  const notice = (text: string, for_ms = noticeMs): void => {
    byId('notice').textContent = text;
    clearTimeout(noticeTimer);
    noticeTimer = setTimeout(() => {
      byId('notice').textContent = '';
    }, for_ms);
  };

  const ending = byId<HTMLDialogElement>('end-dialog');
  byId('end-meeting').addEventListener('click', () => ending.showModal());
  byId('end-cancel').addEventListener('click', () => ending.close());
  byId('end-confirm').addEventListener('click', () => {
    ending.close();
    send({ type: 'end' });
  });
  byId('copy-link').addEventListener('click', async () => {
    await navigator.clipboard.writeText(location.origin + location.pathname);
    notice('The link is copied.');
  });

  const showPeople = (): void => {
    people.show(tiles.participants(), self?.participant_id ?? '');
    chat.setPeople(tiles.participants());
    breakoutRooms.setPeople(tiles.participants());
  };

  // Nobody looks at the page of somebody scripted.
  const ownLevelSeen = (): number => (self?.is_scripted ? 0 : ownLevel());

  /** Who speaks and is recorded would look for their words in the transcript: it is said at once why there may be none. */
  let wasToldOfCaptions = false;
  const tellOfCaptions = (): void => {
    wasToldOfCaptions = true;
    notice(
      'You are recorded. What you say is written down only by a bot with a provider of transcription.',
      longNoticeMs,
    );
  };

  const tick = (): void => {
    const own = self?.participant_id;
    const level = ownLevelSeen();
    tiles.markSpeaking((id) => (id === own ? level : peers.level(id)), performance.now());
    if (level > speakingLevel && !wasToldOfCaptions && recording.isRecorded()) tellOfCaptions();
    byId('clock').textContent = clockText(performance.now() - enteredAt);
  };
  let ticker: ReturnType<typeof setInterval> | undefined;

  /** Shows the people of a room, and calls those who were there before. */
  const meet = (self: Participant, others: Participant[]): void => {
    tiles.add(self, true);
    tiles.play(self.participant_id, devices.stream);
    for (const other of others) {
      tiles.add(other, false);
      screens.update(other);
      if (!(self.is_scripted && other.is_scripted)) peers.call(other.participant_id);
    }
    showPeople();
  };

  /** Players first: one whose connection is closed under it keeps Chromium from playing what comes after it. */
  const letGo = (): void => {
    tiles.clear();
    screens.clear();
    peers.closeAll();
  };

  const moved = (room_name: string | null, others: Participant[]): void => {
    if (!self) return;
    letGo();
    captions.clear();
    breakout.moved(room_name);
    chat.divide(room_name === null ? 'You are in the main room' : `You are in ${room_name}`);
    meet(self, others);
    devicesChanged();
  };

  const joined = (participant: Participant, others: Participant[], status: RecordingStatus): void => {
    self = participant;
    enteredAt = performance.now();
    chat.start(self.participant_id);
    captions.reset();
    recording.show(status);
    incomingVideo.reset();
    breakout.reset();
    meet(self, others);
    setPhase('in_meeting');
    ticker = setInterval(tick, levelEveryMs);
    devicesChanged();
  };

  const devicesChanged = (): void => {
    if (!self) return;
    peers.refreshTracks();
    sharing.show();
    const screen = devices.track('screen');
    if (screen) screens.play(self.participant_id, new MediaStream([screen]));
    send({ type: 'media', ...devices.state(), screen: devices.isSharing() });
  };

  const finish = (outcome: Outcome): void => {
    clearInterval(ticker);
    ending.close();
    letGo();
    captions.reset();
    breakout.reset();
    devices.close();
    setPhase(outcome);
  };

  const handlers: Handlers = {
    session: () => undefined,
    waiting: () => setPhase('waiting'),
    held: ({ reason }) => setPhase(reason),
    joined: (message) => joined(message.self, message.others, message.recording),
    participant_joined: ({ participant }) => {
      tiles.add(participant, false);
      showPeople();
    },
    participant_changed: ({ participant }) => {
      tiles.update(participant);
      screens.update(participant);
      peers.refreshTracks();
    },
    participant_left: ({ participant_id }) => {
      tiles.remove(participant_id);
      screens.remove(participant_id);
      peers.remove(participant_id);
      showPeople();
    },
    signal: ({ from, signal }) => peers.take(from, signal),
    moved: ({ room_name, others }) => moved(room_name, others),
    breakout: ({ state, room_name }) => breakout.told(state, room_name),
    breakouts: ({ room_names }) => breakoutRooms.setOpen(room_names),
    chat: ({ message }) => chat.show(message),
    caption: ({ caption }) => captions.show(caption),
    caption_language: ({ language }) => captions.speak(language),
    recording: (message) => {
      recording.show(message.recording, message.recorded_by);
      people.setRecording(message.recording, message.requested_by);
    },
    waiting_list: (message) => people.setWaiting(message.people),
    notice: ({ text }) => notice(text),
    over: ({ outcome }) => finish(outcome),
  };

  const receive = (message: ServerMessage): void =>
    (handlers[message.type] as (message: ServerMessage) => void)(message);

  return {
    receive,
    devicesChanged,
    notice,
    finish,
  };
};
