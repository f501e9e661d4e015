/**
 * Writes down what is said, for pages that have asked for it: as jigasi does (LocalJsonTranscriptHandler). What is said before
 * that is not lost, as no test is to know how long a page takes to ask.
 */
import type { Guest } from '../guest.ts';
import type { Caption } from '../meeting.ts';

const messageOf = ({ meeting }: Guest, { id, from, text, isFinal, start_ms }: Caption): object => ({
  type: 'transcription-result',
  event: 'SPEECH',
  message_id: `message-${id}`,
  participant: { id: from, name: meeting.member(from)?.name },
  transcript: [{ text, confidence: 0 }],
  language: 'en-US',
  is_interim: !isFinal,
  stability: 0,
  timestamp: start_ms,
});

export const createTranscriber = (tell: (guest: Guest, message: object) => void) => {
  const wanted = new WeakSet<Guest>();
  const held = new WeakMap<Guest, readonly Caption[]>();
  return {
    asked(guest: Guest | undefined): void {
      if (!guest) return;
      wanted.add(guest);
      for (const caption of held.get(guest) ?? []) tell(guest, messageOf(guest, caption));
      held.delete(guest);
    },
    hear(guest: Guest, caption: Caption): void {
      if (wanted.has(guest)) tell(guest, messageOf(guest, caption));
      else held.set(guest, [...(held.get(guest) ?? []), caption]);
    },
  };
};
