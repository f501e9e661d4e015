/** Who is not let in, and what fails on the way in. */
import type { StateRow } from '../../judging/sign-table.ts';
import { notFollowed } from '../../not-followed.ts';
import { api, gone, isOutside, real, saysDisconnected } from './parts.ts';

export const refusals: readonly StateRow[] = [
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
      isOutside('L10.outside'),
      saysDisconnected('L10.text'),
    ],
  },
  {
    id: 'L13',
    name: 'room_missing',
    phase: 'not_found',
    seen_on: '2026-11-22',
    source: 'livekit-server 1.13.5: rtcservice, where rooms are not made by whoever comes',
    confidence: 'P',
    advice: 'check_link',
    signs: [
      { id: 'L13.wire', class: 'N', kind: 'livekit.refused', with: { status: [404] }, must: true },
      isOutside('L13.outside'),
      saysDisconnected('L13.text'),
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
    // The server answers over its socket, and none of its media ports does: the client gives up after 15 s, and says nothing.
    id: 'L18',
    name: 'media_unreached',
    phase: 'connecting',
    again_s: 10,
    again_times: 1,
    seen_on: '2026-11-30',
    source: 'livekit-client 2.23.0: ensureTransportConnected, against a server whose media ports are closed',
    confidence: 'P',
    advice: 'reach_media',
    gate: { admitted: false },
    over: ['L01', 'L02'],
    signs: [
      { id: 'L18.wire', class: 'N', kind: 'livekit.unreached', must: true },
      isOutside('L18.outside'),
      saysDisconnected('L18.text'),
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
];
