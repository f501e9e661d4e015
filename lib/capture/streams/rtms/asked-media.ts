/** What is asked for of a stream's media: all that is wanted, and less where servers refuse that. Pure but for its memory. */
import { type AskedMedia, soundForms, type Wanted } from './handshakes.ts';
import type { MediaKind } from './numbers.ts';

const wantedKinds = ({ pictures, hasTranscript }: Wanted): MediaKind[] => [
  'audio',
  ...(pictures === 'none' ? [] : (['video', 'share'] as const)),
  ...(hasTranscript ? (['transcript'] as const) : []),
  'chat',
];

/**
 * Beside the address for all media a server names one for each of these that the app's scopes allow, and servers differ in
 * whether they name others: https://developers.zoom.us/docs/rtms/event-reference/ (Signaling handshake response).
 */
const listedKinds: readonly MediaKind[] = ['audio', 'video', 'transcript'];

/** What is given up first where a server refuses without a word. */
const leastNeeded: readonly (readonly MediaKind[])[] = [['video', 'share'], ['transcript', 'chat'], ['audio']];

export const createAskedMedia = (wanted: Wanted) => {
  const all = wantedKinds(wanted);
  let kinds: readonly MediaKind[] = all;
  let form = 0;

  /** Answers false where that leaves out nothing, or everything. */
  const leaveOut = (given: readonly MediaKind[]): boolean => {
    const left = kinds.filter((kind) => !given.includes(kind));
    if (left.length === kinds.length || left.length === 0) return false;
    kinds = left;
    return true;
  };

  return {
    get now(): AskedMedia {
      return { sound: soundForms[form] ?? soundForms[0], kinds };
    },
    /** What is wanted and not asked for any more. */
    get withheld(): MediaKind[] {
      return all.filter((kind) => !kinds.includes(kind));
    },
    /**
     * Asks for less after a refusal: first for sound in another form, then without what the reason names, or without what the
     * server has no address for. Answers false where nothing tells what to leave out; then all is asked for again.
     */
    lessAfter(reason: string, addresses: readonly string[]): boolean {
      if (kinds.includes('audio') && form + 1 < soundForms.length) {
        form += 1;
        return true;
      }
      form = 0;
      const named = kinds.filter((kind) => reason.toLowerCase().includes(kind));
      const isListing = listedKinds.some((kind) => addresses.includes(kind));
      return leaveOut(named) || (isListing && leaveOut(listedKinds.filter((kind) => !addresses.includes(kind))));
    },
    /** Asks for less after refusals that told nothing. Answers false when there is nothing less to ask for. */
    lessAnyway: (): boolean => leastNeeded.some(leaveOut),
  };
};
