/** How a meeting is over, for all or for the bot, and how its connection is lost. */
import type { HistoryGate, StateRow } from '../../judging/sign-table.ts';
import { api, disconnected, endedBy, gone, isOutside, saysDisconnected } from './parts.ts';

/** For none of these the meeting is over. */
const lost = ['SERVER_SHUTDOWN', 'SIGNAL_CLOSE', 'MIGRATION', 'STATE_MISMATCH', 'CONNECTION_TIMEOUT', 'MEDIA_FAILURE'];
/** Pages that are opened with a token come in by themselves: there, nothing is pressed. */
const hasCome: HistoryGate = { any: ['pressed_join', 'admitted', 'glimpsed'] };
const byItself = { kind: gone, with: { reason: ['CLIENT_INITIATED'] } } as const;

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
const overWords = [
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

export const ends: readonly StateRow[] = [
  {
    id: 'L05',
    name: 'removed',
    phase: 'removed',
    ...api,
    // That it was let in is told on the wire as well.
    gate: hasCome,
    signs: endedBy('L05', ['PARTICIPANT_REMOVED']),
  },
  {
    id: 'L06',
    name: 'ended',
    phase: 'ended',
    ...api,
    gate: hasCome,
    signs: endedBy('L06', ['ROOM_DELETED', 'ROOM_CLOSED']),
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
    seen_on: '2026-11-30',
    source: 'livekit-client 2.23.0: sendLeave, which Room.disconnect calls',
    confidence: 'P',
    gate: { any: ['admitted', 'glimpsed'], pressed_leave: false },
    // There the bot can come in anew, which shows whether the meeting is still on.
    unless: ['form', 'call'],
    signs: [
      { id: 'L16.wire', class: 'N', ...byItself, must: true },
      { id: 'L16.stays', class: 'N', kind: 'livekit.stays_out', must: true },
      ...overWords.map((say, at) => ({ id: `L16.text.${at + 1}`, class: 'T', say, confidence: '?' }) as const),
    ],
  },
  {
    id: 'L17',
    name: 'page_failed',
    phase: 'connecting',
    again_s: 10,
    seen_on: '2026-11-30',
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
    // So fails a page of next.js that nothing of the meeting was seen on yet.
    id: 'L17',
    name: 'page_failed',
    phase: 'connecting',
    again_s: 10,
    again_times: 1,
    seen_on: '2026-11-30',
    source: 'next.js, by public projects that saw it',
    confidence: '++',
    gate: { admitted: false },
    signs: [{ id: 'L17.text.early', class: 'T', say: 'Application error: a *-side exception has occurred*' }],
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
    signs: endedBy('L08', ['DUPLICATE_IDENTITY']),
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
      isOutside('L08.outside.early'),
      saysDisconnected('L08.text.early'),
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
    over: ['L01', 'L02'],
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
    // A client that connects anew may be told so of itself, as the server takes its earlier connection for somebody else
    // (client-sdk-js#1565, client-sdk-flutter#1219, client-sdk-react-native#451). If it was somebody else after all, the bot is put out
    // again when it has come back.
    id: 'L09',
    name: 'connection_lost',
    phase: 'connecting',
    precisely: 'duplicate_identity',
    same_identity: true,
    ...api,
    confidence: '+',
    again_s: 10,
    gate: { admitted: true },
    over: ['L04', 'L08', 'L14'],
    signs: [
      { id: 'L09.returning', class: 'N', kind: 'livekit.reconnecting', must: true },
      { id: 'L09.wire.twin', class: 'N', kind: gone, with: { reason: ['DUPLICATE_IDENTITY'] }, must: true },
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
];
