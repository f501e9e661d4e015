/** Reads the demo room's page. The entry point of a bundle that runs in it. */

import type { MeetingPhase, MeetingView, PageView } from '../../../meeting/view.ts';
import { installHooks } from '../../../programs/page/install.ts';
import type { PlatformPage, ReceivedTrack, TrackOwner } from '../../../programs/page/platform-page.ts';
import type { HookNames } from '../../../programs/protocol/page.ts';
import type { CameraSizes } from '../../../programs/protocol/people.ts';
import { phases, selectors } from '../selectors.ts';

const all = (selector: string): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(selector)];
const textOf = (element: HTMLElement, selector: string): string => element.querySelector(selector)?.textContent ?? '';
const moment = (value: string | undefined): number => Math.max(0, Math.round(Number(value)) || 0);

const phase = (): MeetingPhase => {
  const shown = document.body?.dataset.phase;
  if (shown === undefined) return document.readyState === 'complete' ? 'unknown' : 'loading';
  // Two signs that the bot is in the meeting are better than one.
  if (shown === 'in_meeting' && !document.querySelector(selectors.ownTile)) return 'asking';
  return phases[shown] ?? 'unknown';
};

const breakout = (): MeetingView['breakout'] => {
  const { breakout = 'none', roomName = '' } = document.body?.dataset ?? {};
  return { state: breakout as MeetingView['breakout']['state'], room_name: roomName === '' ? null : roomName };
};

const read = (): PageView => {
  const sharing = new Set(all(selectors.screen).map(({ dataset }) => dataset.ownerId));
  return {
    phase: phase(),
    recording: (document.body?.dataset.recording ?? 'not_asked') as MeetingView['recording'],
    breakout: breakout(),
    participants: all(selectors.tile).map(({ dataset }) => ({
      id: dataset.participantId ?? '',
      user_uuid: null,
      name: dataset.participantName ?? '',
      is_host: dataset.participantHost === 'true',
      is_self: dataset.self === 'true',
      has_camera: dataset.camera === 'on',
      is_sharing: sharing.has(dataset.participantId ?? ''),
      joined_at_ms: dataset.joinedAtMs === undefined ? null : moment(dataset.joinedAtMs),
    })),
    captions: all(selectors.caption).map((row) => ({
      id: row.dataset.captionId ?? '',
      speaker_id: row.dataset.speakerId ?? '',
      speaker_name: row.dataset.speakerName ?? '',
      start_ms: moment(row.dataset.startMs),
      duration_ms: moment(row.dataset.durationMs),
      is_final: row.dataset.final === 'true',
      is_untranslated: row.dataset.untranslated === 'true',
      text: textOf(row, selectors.captionText),
    })),
    messages: all(selectors.message).map((row) => ({
      id: row.dataset.messageId ?? '',
      sender_id: row.dataset.senderId ?? '',
      sender_name: row.dataset.senderName ?? '',
      to: row.dataset.to ?? '',
      timestamp_ms: moment(row.dataset.timestampMs),
      edited_at_ms: row.dataset.editedAtMs === undefined ? null : moment(row.dataset.editedAtMs),
      text: textOf(row, selectors.messageText),
    })),
  };
};

const holds = (tile: HTMLElement, track: MediaStreamTrack): boolean => {
  const stream = tile.querySelector('video')?.srcObject;
  return stream instanceof MediaStream && stream.getTracks().includes(track);
};

const tiles = new WeakMap<MediaStreamTrack, HTMLElement>();

/** It is asked for often, and a track seldom moves. */
const tileOf = (track: MediaStreamTrack): HTMLElement | undefined => {
  const known = tiles.get(track);
  if (known?.isConnected && holds(known, track)) return known;
  const found = all(`${selectors.tile}, ${selectors.screen}`).find((tile) => holds(tile, track));
  if (found) tiles.set(track, found);
  return found;
};

const ownerOf = ({ track }: ReceivedTrack): TrackOwner | undefined => {
  const { participantId, ownerId } = tileOf(track)?.dataset ?? {};
  if (ownerId !== undefined) return { participant_id: ownerId, kind: 'screen' };
  if (participantId === undefined) return undefined;
  return { participant_id: participantId, kind: track.kind === 'audio' ? 'voice' : 'camera' };
};

const turn = (button: HTMLElement | null, on: boolean): void => {
  if (button && (button.ariaPressed === 'true') !== on) button.click();
};

/**
 * The room sends those whose tiles are large in full, those with small tiles small, and those who are hidden not at
 * all.
 */
const wantCameras = (wanted: CameraSizes): void => {
  for (const tile of all(selectors.otherTile)) {
    const size = wanted[tile.dataset.participantId ?? ''];
    if (size === undefined) continue;
    turn(tile.querySelector(selectors.pin), size === 'large');
    turn(tile.querySelector(selectors.hideVideo), size === 'none');
  }
};

const platform: PlatformPage = { read, ownerOf, wantCameras };

export const install = (names: HookNames): void => installHooks(names, platform);
