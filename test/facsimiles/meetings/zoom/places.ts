/** Where panels of Zoom's client have their places: beside the picture there is room for one kind at a time. */
import type { Guest } from '../guest.ts';
import type { Wire } from '../stage/protocol.ts';
import { names, words } from './words.ts';

/** The kinds; what is of one stands with the others of it. */
const kinds = [['people', 'chat'], ['transcript']] as const;
type Panel = (typeof kinds)[number][number];

const toggle =
  (panel: Panel) =>
  (guest: Guest): void => {
    const others = kinds.filter((kind) => !kind.some((one) => one === panel)).flat();
    if (!guest.open.has(panel)) for (const other of others) guest.open.delete(other);
    guest.toggle(panel);
  };

export const panelActs: Readonly<Record<string, (guest: Guest) => void>> = {
  people: toggle('people'),
  chat: toggle('chat'),
  transcript(guest) {
    guest.open.delete('captions_menu');
    if (guest.open.delete('transcript_window')) guest.redraw();
    else toggle('transcript')(guest);
  },
  pop_out(guest) {
    guest.open.delete('transcript');
    guest.toggle('transcript_window');
  },
};

const label = (text: string): string => `[aria-label="${text}"]`;

export const panelWires: readonly Wire[] = [
  { selector: `[aria-label^="${names.openPeople}"], ${label(names.closePeople)}`, on: 'click', does: 'people' },
  { selector: `${label(names.openChat)}, ${label(names.closeChat)}`, on: 'click', does: 'chat' },
  { selector: `.${names.transcriptHeader} ${label(words.popOut)}`, on: 'click', does: 'pop_out' },
  { selector: `#${names.transcriptWindow} ${label('Close')}`, on: 'click', does: 'transcript' },
];
