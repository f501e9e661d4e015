/**
 * What Jitsi Meet's page keeps for whoever asks: `APP`, its store, its conference and the tracks of lib-jitsi-meet, with the
 * names that their sources give them. Runs in the page; a program's entry point.
 */
import type { Conference, ToJitsi } from '../protocol.ts';
import { askForPictures, connectionState } from './bridge-connection.ts';
import { hearMessage, hearRefusal } from './chat.ts';
import { beginConference, currentConference, dropConference, emit } from './conference.ts';
import { known, stage, tell } from './known.ts';
import { participant, participantOf } from './people.ts';
import { changed, store } from './store.ts';
import { localTrack, tracks } from './tracks.ts';

let isBooted = false;

const app = {
  store: undefined as typeof store | undefined,
  conference: {
    // Of no conference it says nothing.
    isJoined: () => currentConference()?.isJoined(),
    getMyUserId: () => known.self?.id,
    getConnectionState: connectionState,
    listMembers: () => known.others.map(participantOf),
    hangup: () => tell({ type: 'hang_up' }),
    get _room() {
      return currentConference();
    },
  },
};
Object.assign(globalThis, { APP: app });

const hearPeople = (told: Extract<ToJitsi, { type: 'people' }>): void => {
  const before = new Map(known.others.map((one) => [one.id, one]));
  known.self = told.self;
  known.others = told.others;
  for (const person of known.others)
    if (!before.has(person.id)) emit('conference.userJoined', person.id, participantOf(person));
  for (const person of before.values()) {
    if (known.others.some(({ id }) => id === person.id)) continue;
    for (const track of tracks.values())
      if (track.ownerEndpointId === person.id) {
        emit('conference.trackRemoved', track);
        // The track itself does not end.
        track.ownerEndpointId = '';
      }
    emit('conference.userLeft', person.id, participantOf(person));
  }
};

const hearConference = (is: Conference): void => {
  const wasJoined = known.is?.is_joined ?? false;
  known.is = is;
  if (is.is_joined) known.isJoining = false;
  if (is.is_joined && !wasJoined) [known.messages, known.failure, known.connectionError] = [[], undefined, undefined];
  if (is.is_joined || is.members_only || is.auth_required) beginConference();
  changed();
  if (is.is_joined && !wasJoined) emit('conference.joined');
  if (!is.is_joined && wasJoined) {
    known.others = [];
    tracks.clear();
    emit('conference.left');
    if (!is.members_only && !is.auth_required) dropConference();
    changed();
  }
};

/** The page turns it on with others, where their keys come by the meeting (`_e2eeUpdated` in features/base/participants). */
const hearEncryption = (id: string): void => {
  const own = known.config.e2ee?.externallyManagedKey || !known.self ? [] : [known.self.id];
  known.encrypting = [...known.encrypting, id, ...own];
};

const hearEvent = (event: string, params: readonly unknown[]): void => {
  const [name, ...others] = params;
  const isOfConnection = String(name).startsWith('connection.');
  if (event === 'conference.failed') {
    known.isJoining = false;
    known.failure = isOfConnection ? undefined : { name, params: others };
    known.connectionError = isOfConnection ? { name } : undefined;
    if (isOfConnection) dropConference();
  }
  changed();
  if (!isOfConnection) emit(event, ...params);
};

stage.onTold((value) => {
  const told = value as ToJitsi;
  if (told.type === 'booted') {
    known.room = told.room;
    isBooted = true;
    app.store = store;
  } else if (told.type === 'conference') hearConference(told.is);
  else if (told.type === 'people') hearPeople(told);
  else if (told.type === 'message') hearMessage(told.message);
  else if (told.type === 'message_refused') hearRefusal();
  else if (told.type === 'event') hearEvent(told.name, told.params);
  else if (told.type === 'pressed') known.isJoining = true;
  else if (told.type === 'joining') beginConference();
  else if (told.type === 'transcribed')
    emit('conference.endpoint_message_received', { getId: () => 'jigasi', isHidden: () => true }, told.message);
  else if (told.type === 'rooms') known.breakout = told;
  else if (told.type === 'moderation') known.moderation = told.is;
  else if (told.type === 'unmute_blocked') known.isUnmuteBlocked = true;
  else if (told.type === 'encrypts') hearEncryption(told.id);
  else if (told.type === 'config') known.config = told.is;
  else if (told.type === 'muted')
    emit('conference.trackMuteChanged', localTrack(told.device, true), participant(told.by));
  else if (told.type === 'recording') known.recordings = [{ id: 'recording', status: told.status }];
  else {
    known.isInBreakout = told.into === 'breakout';
    // `_RESET_BREAKOUT_ROOMS`: the server tells of them anew once the page is in.
    known.breakout = undefined;
    dropConference();
  }
  if (isBooted) changed();
  if (told.type === 'people') askForPictures();
});

/** What the field takes of a message; the rest is gone as soon as it is typed. */
const mostWritten = 500;
document.addEventListener('input', ({ target }) => {
  if (target instanceof HTMLTextAreaElement && target.id === 'chat-input-messagebox')
    target.value = target.value.slice(0, mostWritten);
});

/** What lies over the page keeps the focus to itself, and takes Enter as its "OK" (BaseDialog.tsx). */
const modal = (): HTMLElement | null => document.querySelector<HTMLElement>('[role="dialog"][aria-modal="true"]');
document.addEventListener('focusin', ({ target }) => {
  const dialog = modal();
  if (dialog && !dialog.contains(target as Node)) dialog.focus();
});
addEventListener('keydown', ({ key }) => {
  if (key === 'Enter') modal()?.querySelector<HTMLElement>('#modal-dialog-ok-button')?.click();
});

/** Whoever has understood that the meeting is recorded may unmute at once (`onSubmit` of RecordingConsentDialog.tsx). */
const hearUnderstood = ({ target }: Event): void => {
  if (!(target as Element).closest('[aria-label="Recording in progress"] button')) return;
  known.isUnmuteBlocked = false;
  changed();
};
document.addEventListener('click', hearUnderstood, { capture: true });

tell({ type: 'opened', hash: location.hash });
