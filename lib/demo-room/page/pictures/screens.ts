import type { Participant } from '../../protocol.ts';
import { byId, element } from '../dom.ts';

/** The shared screens: large, next to the tiles of the people. */
export const createScreens = () => {
  const place = byId('screens');
  const screens = new Map<string, HTMLElement>();
  // A stream arrives with the connection, long before anything is shared.
  const streams = new Map<string, MediaStream>();

  const play = (id: string): void => {
    const video = screens.get(id)?.querySelector('video');
    const stream = streams.get(id);
    if (!video || !stream || video.srcObject === stream) return;
    video.srcObject = stream;
    void video.play().catch(() => undefined);
  };

  const show = (): void => {
    document.body.dataset.sharing = String(screens.size > 0);
  };

  const add = ({ participant_id, name }: Participant): void => {
    const video = element('video', {
      attributes: { playsinline: '', autoplay: '', 'aria-label': `Screen of ${name}` },
    });
    video.muted = true;
    const tile = element('figure', {
      class: 'screen',
      data: { kind: 'screen', 'owner-id': participant_id, 'owner-name': name },
      children: [video, element('figcaption', { text: `${name} is sharing` })],
    });
    screens.set(participant_id, tile);
    place.append(tile);
    play(participant_id);
  };

  const drop = (id: string): void => {
    screens.get(id)?.remove();
    screens.delete(id);
  };

  return {
    play: (id: string, stream: MediaStream) => {
      streams.set(id, stream);
      play(id);
    },
    update: (participant: Participant) => {
      const { participant_id, screen } = participant;
      if (screen && !screens.has(participant_id)) add(participant);
      if (!screen) drop(participant_id);
      show();
    },
    remove: (id: string) => {
      drop(id);
      streams.delete(id);
      show();
    },
    clear: () => {
      for (const id of screens.keys()) drop(id);
      streams.clear();
      show();
    },
  };
};
