/** Whom Google Meet's page marks as speaking: it does so by itself where it decodes sound. */
import type { Guest } from '../guest.ts';

const markedForMs = 200;
const markEveryMs = 50;

/** Keeps a page told of who is heard, so that it marks them; answers how to cease. */
export const keepMarked = (guest: Guest, mark: (speaking: ReadonlySet<string>) => void): (() => void) => {
  const heard = new Map<string, number>();
  let marked = '';
  const unheard = guest.meeting.talk.listen((packets) => {
    for (const { speaker } of packets) heard.set(speaker, Date.now());
  });
  const timer = setInterval(() => {
    const speaking = [...heard].flatMap(([id, at_ms]) => (Date.now() - at_ms < markedForMs ? id : []));
    if (speaking.join() === marked) return;
    marked = speaking.join();
    mark(new Set(speaking));
    guest.redraw();
  }, markEveryMs);
  return () => {
    clearInterval(timer);
    unheard();
  };
};
