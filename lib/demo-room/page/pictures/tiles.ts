import type { Participant } from '../../protocol.ts';
import { byId, element, hueOf, initials } from '../dom.ts';
import { createTileButtons } from './tile-buttons.ts';

/** As loud as speech is, of 1. */
export const speakingLevel = 0.012;
const quietAfterMs = 700;
const mostPinned = 3;

interface Tile {
  participant: Participant;
  readonly root: HTMLElement;
  readonly video: HTMLVideoElement;
  lastHeardAt: number;
}

interface TilesOptions {
  onHide(participant_id: string, isHidden: boolean): void;
  /** How large somebody's tile is; told of others only, at first and whenever it changes. */
  onSize(participant_id: string, height_px: number): void;
  onGone(participant_id: string): void;
}

/** One tile for everybody in the meeting. */
export const createTiles = ({ onHide, onSize, onGone }: TilesOptions) => {
  const grid = byId('tiles');
  const tiles = new Map<string, Tile>();
  const sizes = new ResizeObserver((changes) => {
    for (const { target, contentRect } of changes)
      onSize((target as HTMLElement).dataset.participantId ?? '', contentRect.height);
  });

  /** Those who are pinned are large, unless there is no more to make room for. */
  const arrange = (): void => {
    const pinned = grid.querySelectorAll('[data-pinned="true"]').length;
    grid.dataset.count = String(tiles.size);
    grid.dataset.pinned = String(pinned > mostPinned || pinned === tiles.size ? 0 : pinned);
  };

  const icon = (name: string): HTMLSpanElement => {
    const holder = element('span', {
      class: `tile-icon ${name}-off`,
      attributes: { role: 'img', 'aria-label': 'muted' },
    });
    holder.innerHTML = `<svg class="icon" aria-hidden="true"><use href="#icon-${name}"/></svg>`;
    return holder;
  };

  const show = ({ root, participant }: Tile): void => {
    root.dataset.camera = participant.camera ? 'on' : 'off';
    root.dataset.microphone = participant.microphone ? 'on' : 'off';
  };

  const add = (participant: Participant, isSelf: boolean): void => {
    if (tiles.has(participant.participant_id)) return;
    const { participant_id, name, is_host, joined_at_ms } = participant;
    const video = element('video', { attributes: { playsinline: '', autoplay: '', 'aria-hidden': 'true' } });
    video.muted = isSelf;
    const root = element('figure', {
      class: 'tile',
      data: {
        'participant-id': participant_id,
        'participant-name': name,
        'participant-host': is_host,
        'joined-at-ms': joined_at_ms,
        speaking: false,
        ...(isSelf ? { self: true } : {}),
      },
      children: [
        element('div', { class: 'avatar', text: initials(name), attributes: { 'aria-hidden': 'true' } }),
        video,
        element('figcaption', {
          children: [
            icon('microphone'),
            element('span', { class: 'tile-name', text: isSelf ? `${name} (you)` : name }),
            ...(is_host ? [element('span', { class: 'tag', text: 'Host' })] : []),
          ],
        }),
      ],
    });
    if (!isSelf) {
      const buttons = createTileButtons({
        name,
        onPin: (isPinned) => {
          root.dataset.pinned = String(isPinned);
          arrange();
        },
        onHide: (isHidden) => {
          root.dataset.hidden = String(isHidden);
          onHide(participant_id, isHidden);
        },
      });
      root.append(buttons);
      sizes.observe(root);
    }
    root.style.setProperty('--hue', String(hueOf(participant_id)));
    const tile = { participant, root, video, lastHeardAt: 0 };
    tiles.set(participant_id, tile);
    show(tile);
    grid.append(root);
    arrange();
  };

  const play = (id: string, stream: MediaStream): void => {
    const video = tiles.get(id)?.video;
    if (!video) return;
    if (video.srcObject !== stream) video.srcObject = stream;
    // A browser may want a click before it plays sound; autoplay tries again by itself after that.
    void video.play().catch(() => undefined);
  };

  /** A player that is only taken out of the page lives on until it is collected. */
  const drop = ({ root, video, participant }: Tile): void => {
    video.srcObject = null;
    sizes.unobserve(root);
    root.remove();
    onGone(participant.participant_id);
  };

  return {
    add,
    play,
    update: (participant: Participant) => {
      const tile = tiles.get(participant.participant_id);
      if (!tile) return;
      tile.participant = participant;
      show(tile);
    },
    remove: (id: string) => {
      const tile = tiles.get(id);
      if (tile) drop(tile);
      tiles.delete(id);
      arrange();
    },
    clear: () => {
      for (const tile of tiles.values()) drop(tile);
      tiles.clear();
    },
    find: (id: string): Participant | undefined => tiles.get(id)?.participant,
    participants: () => [...tiles.values()].map(({ participant }) => participant),
    /** Marks who speaks, given how loud each one is. Called several times a second. */
    markSpeaking: (level: (id: string) => number, now: number) => {
      for (const [id, tile] of tiles) {
        if (level(id) > speakingLevel) tile.lastHeardAt = now;
        const speaking = String(tile.lastHeardAt > 0 && now - tile.lastHeardAt < quietAfterMs);
        if (tile.root.dataset.speaking !== speaking) tile.root.dataset.speaking = speaking;
      }
    },
  };
};
