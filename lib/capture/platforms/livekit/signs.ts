/** The states of pages that are built of LiveKit's own meeting components, and the signs of each, as seen on the real ones. */
import type { HistoryGate, SignTable } from '../judging/signs.ts';
import { notFollowed } from '../not-followed.ts';
import { selectors } from './selectors.ts';

const real = { seen: '2026-11-22', source: 'the real page: @livekit/components', confidence: 'P' } as const;
const api = { seen: '2026-11-22', source: "the client's DisconnectReason", confidence: 'P' } as const;
const room = `${selectors.conference}, ${selectors.bar}`;
const gone = 'livekit.disconnected';
/** What the client says of its connection. */
const told = ['connecting', 'connected', 'reconnecting', 'refused', 'disconnected'].map((kind) => ({
  kind: `livekit.${kind}`,
}));
/** For none of these the meeting is over. */
const lost = ['SERVER_SHUTDOWN', 'SIGNAL_CLOSE', 'MIGRATION', 'STATE_MISMATCH', 'CONNECTION_TIMEOUT', 'MEDIA_FAILURE'];
/** Pages that are opened with a token come in by themselves: there, nothing is pressed. */
const hasCome: HistoryGate = { any: ['pressed_join', 'admitted', 'glimpsed'] };
/** So the components say it, for as long as the page shows them. */
const disconnected = 'Disconnected';
const said = (id: string) => ({ id, class: 'T', say: disconnected, aside: true }) as const;
const byItself = { kind: gone, with: { reason: ['CLIENT_INITIATED'] } } as const;
/** The conference is not shown any more, or nothing of it can be left: what pages make of an end is their own. */
const outside = (id: string) =>
  ({
    id,
    class: 'S',
    selector: `body:not(:has(${selectors.conference}, ${selectors.bar} .lk-disconnect-button)), .lk-disconnect-button[disabled]`,
    unseen: true,
    aside: true,
  }) as const;

/** By which operators' pages say that they fail: they speak whatever language they like, and most call it an error in that. */
const failures = [
  '*went wrong*',
  '*error*',
  '*try again*',
  '*connection lost*',
  '*reconnect*',
  '*rejoin*',
  disconnected,
  '*fehler*',
  '*erreur*',
  '*um erro*',
  '*ошибк*',
  '*błąd*',
  '*エラー*',
  '*错误*',
  '*오류*',
];

/** By which operators' pages say that a meeting is over. */
const ends = [
  '*time is up*',
  '*has ended*',
  '*is over*',
  '*meeting ended*',
  '*call ended*',
  '*session ended*',
  '*thank you for*',
  '*thanks for*',
  '*goodbye*',
];

export const livekit: SignTable = {
  platform: 'livekit',
  people: ['.lk-chat-messages', '.lk-chat-entry', '.lk-participant-tile', '.lk-participant-name'],
  dialogs: ['.lk-toast'],
  shell: {
    form: [{ selector: selectors.name }, { selector: `${selectors.preJoin} .lk-join-button` }],
    toolbar: [{ selector: selectors.bar }],
    call: [{ selector: '.lk-join-button' }],
  },
  states: [
    {
      id: 'L01',
      name: 'prejoin',
      phase: 'pre_join',
      ...real,
      signs: [
        { id: 'L01.name', class: 'S', part: 'name', selector: selectors.name },
        { id: 'L01.device', class: 'S', part: 'name', selector: '.lk-button-group-container button[data-lk-source]' },
        { id: 'L01.join', class: 'S', part: 'join', selector: '.lk-join-button' },
      ],
    },
    {
      id: 'L02',
      name: 'connecting',
      phase: 'connecting',
      ...real,
      gate: { admitted: false },
      unless: ['form'],
      signs: [
        // Pages of others' making show the conference once there is one.
        { id: 'L02.room', class: 'S', selector: room, aside: true },
        { id: 'L02.wire', class: 'N', part: 'not_yet', kind: 'livekit.connecting' },
      ],
    },
    {
      id: 'L03',
      name: 'in_meeting',
      phase: 'in_meeting',
      ...real,
      signs: [
        { id: 'L03.room', class: 'S', part: 'room', selector: room, unseen: true },
        { id: 'L03.tile', class: 'S', part: 'second', selector: '.lk-participant-tile', unseen: true },
        { id: 'L03.leave', class: 'S', part: 'second', selector: '.lk-disconnect-button', unseen: true },
        { id: 'L03.wire', class: 'N', kind: 'livekit.connected', must: true },
      ],
    },
    {
      id: 'L03',
      name: 'in_meeting',
      phase: 'in_meeting',
      ...real,
      yields: true,
      people_untold: true,
      // Nothing is known of what the client says: a bot that was in the meeting is, while the page draws all of it.
      gate: { admitted: true },
      unless_told: told,
      signs: [
        { id: 'L03.room.drawn', class: 'S', part: 'room', selector: selectors.conference, unseen: true },
        { id: 'L03.tile.drawn', class: 'S', part: 'tile', selector: '.lk-participant-tile', unseen: true },
        { id: 'L03.leave.drawn', class: 'S', part: 'leave', selector: '.lk-disconnect-button:enabled', unseen: true },
      ],
    },
    {
      id: 'L04',
      name: 'reconnecting',
      phase: 'connecting',
      ...real,
      gate: { admitted: true },
      over: ['L16', 'L17'],
      signs: [
        { id: 'L04.wire', class: 'N', part: 'either', kind: 'livekit.reconnecting' },
        { id: 'L04.toast', class: 'T', part: 'either', say: 'Reconnecting*' },
      ],
    },
    {
      id: 'L05',
      name: 'removed',
      phase: 'removed',
      ...api,
      // That it was let in is told on the wire as well.
      gate: hasCome,
      signs: [
        { id: 'L05.inside', class: 'N', kind: 'livekit.connected', must: true },
        { id: 'L05.wire', class: 'N', kind: gone, with: { reason: ['PARTICIPANT_REMOVED'] }, must: true },
        outside('L05.outside'),
        said('L05.text'),
      ],
    },
    {
      id: 'L06',
      name: 'ended',
      phase: 'ended',
      ...api,
      gate: hasCome,
      signs: [
        { id: 'L06.inside', class: 'N', kind: 'livekit.connected', must: true },
        { id: 'L06.wire', class: 'N', kind: gone, with: { reason: ['ROOM_DELETED', 'ROOM_CLOSED'] }, must: true },
        outside('L06.outside'),
        said('L06.text'),
      ],
    },
    {
      id: 'L07',
      name: 'left',
      phase: 'left',
      ...api,
      gate: { pressed_leave: true },
      signs: [
        { id: 'L07.wire', class: 'N', ...byItself, must: true },
        { id: 'L07.pressed', class: 'H', did: { pressed_leave: true } },
      ],
    },
    {
      // The operator's page has a time limit, or somebody ended the meeting for all by a message of the page's own: what it shows
      // then is its own. A page that fails leaves too: only one that says that it is over is taken at its word.
      id: 'L16',
      name: 'left_by_its_page',
      phase: 'ended',
      precisely: 'the page itself left',
      seen: '2026-11-30',
      source: 'livekit-client 2.23.0: sendLeave, which Room.disconnect calls',
      confidence: 'P',
      gate: { any: ['admitted', 'glimpsed'], pressed_leave: false },
      // There the bot can come in anew, which shows whether the meeting is still on.
      unless: ['form', 'call'],
      signs: [
        { id: 'L16.wire', class: 'N', ...byItself, must: true },
        { id: 'L16.stays', class: 'N', kind: 'livekit.stays_out', must: true },
        ...ends.map((say, at) => ({ id: `L16.text.${at + 1}`, class: 'T', say, confidence: '?' }) as const),
      ],
    },
    {
      id: 'L17',
      name: 'page_failed',
      phase: 'connecting',
      again_s: 10,
      seen: '2026-11-30',
      source: 'next.js, by public projects that saw it; the others made up',
      confidence: '?',
      gate: { admitted: true, pressed_leave: false },
      over: ['L16'],
      signs: [
        { id: 'L17.wire', class: 'N', ...byItself },
        { id: 'L17.text.1', class: 'T', say: 'Application error*', confidence: '++' },
        ...failures.map((say, at) => ({ id: `L17.text.${at + 2}`, class: 'T', say }) as const),
      ],
    },
    {
      // Whoever else comes in by this identity has the server put this participant out.
      id: 'L08',
      name: 'name_taken',
      phase: 'removed',
      precisely: 'duplicate_identity',
      same_identity: true,
      ...api,
      gate: hasCome,
      signs: [
        { id: 'L08.inside', class: 'N', kind: 'livekit.connected', must: true },
        { id: 'L08.wire', class: 'N', kind: gone, with: { reason: ['DUPLICATE_IDENTITY'] }, must: true },
        outside('L08.outside'),
        said('L08.text'),
      ],
    },
    {
      id: 'L08',
      name: 'name_taken',
      phase: 'cannot_connect',
      precisely: 'duplicate_identity',
      ...api,
      signs: [
        {
          id: 'L08.wire.early',
          class: 'N',
          kind: gone,
          with: { reason: ['DUPLICATE_IDENTITY'] },
          must: true,
        },
        { id: 'L08.not_inside', class: 'N', kind: 'livekit.connecting', must: true },
        outside('L08.outside.early'),
        said('L08.text.early'),
      ],
    },
    {
      id: 'L09',
      name: 'connection_lost',
      phase: 'connecting',
      again_s: 10,
      again_times: 2,
      ...api,
      gate: { admitted: false },
      signs: [{ id: 'L09.wire', class: 'N', kind: gone, with: { reason: lost } }],
    },
    {
      id: 'L09',
      name: 'connection_lost',
      phase: 'connecting',
      ...api,
      // Who has given up, be it after many tries, comes back by a page that is loaded anew, if at all.
      again_s: 10,
      gate: { admitted: true },
      over: ['L04'],
      signs: [{ id: 'L09.wire.inside', class: 'N', kind: gone, with: { reason: lost } }],
    },
    {
      id: 'L10',
      name: 'token_refused',
      phase: 'login_required',
      precisely: 'token',
      ...api,
      advice: 'send_token',
      gate: { admitted: false },
      signs: [
        {
          id: 'L10.wire',
          class: 'N',
          kind: 'livekit.refused',
          with: { status: [401, 403] },
          must: true,
        },
        outside('L10.outside'),
        said('L10.text'),
      ],
    },
    {
      id: 'L13',
      name: 'room_missing',
      phase: 'not_found',
      seen: '2026-11-22',
      source: 'livekit-server 1.13.5: rtcservice, where rooms are not made by whoever comes',
      confidence: 'P',
      advice: 'check_link',
      signs: [
        { id: 'L13.wire', class: 'N', kind: 'livekit.refused', with: { status: [404] }, must: true },
        outside('L13.outside'),
        said('L13.text'),
      ],
    },
    {
      id: 'L11',
      name: 'join_failed',
      phase: 'connecting',
      again_s: 10,
      again_times: 2,
      ...api,
      advice: 'try_later',
      gate: { admitted: false },
      over: ['L01', 'L02'],
      signs: [
        { id: 'L11.wire', class: 'N', kind: gone, with: { reason: ['JOIN_FAILURE', 'UNKNOWN_REASON'] } },
        // It does not work, or has too much to do: what it refuses for good has rows of its own.
        { id: 'L11.refused', class: 'N', kind: 'livekit.refused', without: { status: [401, 403, 404] } },
      ],
    },
    {
      id: 'L12',
      name: 'page_missing',
      phase: 'not_found',
      ...real,
      advice: 'check_link',
      signs: [
        { id: 'L12.status', class: 'U', status: 404 },
        { id: 'L12.text.1', class: 'T', say: 'This page could not be found' },
        { id: 'L12.text.2', class: 'T', say: '404', aside: true },
        // So says what has no page of its own for it: servers before it.
        { id: 'L12.text.3', class: 'T', say: '404*not found' },
      ],
    },
    {
      id: 'L15',
      name: 'not_followed',
      phase: 'blocked',
      precisely: 'not followed',
      ...real,
      source: "lib/capture/browser/requests.ts: the bot's own browser shows it",
      gate: { admitted: false },
      advice: 'list_host',
      signs: [
        { id: 'L15.kept', class: 'U', title: notFollowed.title },
        { id: 'L15.text', class: 'T', say: notFollowed.words },
      ],
    },
    {
      id: 'L14',
      name: 'disconnected',
      // Why is not certain, but that the page still shows a conference makes it none.
      phase: 'unknown',
      ...api,
      gate: { any: ['admitted', 'glimpsed'] },
      unless: ['form'],
      signs: [{ id: 'L14.wire', class: 'N', kind: gone }],
    },
  ],
};
