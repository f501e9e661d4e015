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

/** Words for a kind beside its own. */
const otherWords: Partial<Record<MediaKind, readonly string[]>> = { share: ['deskshare'] };

/** What is gone without where a server refuses without a word, one after the other. */
const goneWithout: readonly (readonly MediaKind[])[] = [
  [],
  ['video', 'share'],
  ['video', 'share', 'transcript', 'chat'],
  ['video', 'share', 'audio'],
];

/** No page says how a server refuses what it would give a little later. */
const passing = /\b(busy|later|again|overload(ed)?|temporar(y|ily))\b/i;
/** Whether a refusal says of itself that it may pass. */
export const mayPass = (reason: string): boolean => passing.test(reason);

interface Asking {
  /** What the servers are known not to give. */
  readonly refused: readonly MediaKind[];
  readonly step: number;
}
const everything: Asking = { refused: [], step: 0 };

/** `withheld`: what an earlier client of the stream went without at last. */
export const createAskedMedia = (wanted: Wanted, withheld: readonly MediaKind[] = []) => {
  const all = wantedKinds(wanted);
  let form = 0;
  let asking = everything;
  /** What came last, here or of other servers. */
  let gave: Asking = { refused: withheld, step: 0 };
  /** Asked for where these servers refuse all. */
  let instead: Asking | undefined = gave;
  let isGiven = false;

  const kindsOf = ({ refused, step }: Asking): MediaKind[] =>
    all.filter((kind) => !refused.includes(kind) && !goneWithout[step]?.includes(kind));
  /** Answers false where that is the same, or nothing. */
  const ask = (next: Asking): boolean => {
    const kinds = kindsOf(next);
    if (kinds.length === 0 || kinds.join() === kindsOf(asking).join()) return false;
    asking = next;
    return true;
  };
  const leaveOut = (kinds: readonly MediaKind[]): boolean => ask({ ...asking, refused: [...asking.refused, ...kinds] });

  return {
    get now(): AskedMedia {
      return { sound: soundForms[form] ?? soundForms[0], kinds: kindsOf(asking) };
    },
    /** What is wanted and not asked for any more. */
    get withheld(): MediaKind[] {
      const kinds = kindsOf(asking);
      return all.filter((kind) => !kinds.includes(kind));
    },
    /**
     * What is asked for has come: from these servers it may come again, whatever they say. The best sound is asked for the next
     * time: what was refused of that may have passed.
     */
    given(): void {
      isGiven = true;
      gave = asking;
      form = 0;
    },
    /** Asks other servers for all. Where they refuse that, what came from those before is asked for. */
    askAnew(): void {
      instead = gave;
      asking = everything;
      form = 0;
      isGiven = false;
    },
    /**
     * Asks for less after a refusal: first for sound in another form, then without what the server has no address for. Answers
     * false where nothing tells what to leave out, or that may pass; then the best sound is asked for again.
     */
    lessAfter(addresses: readonly string[], reason: string): boolean {
      if (mayPass(reason)) {
        form = 0;
        return false;
      }
      if (kindsOf(asking).includes('audio') && form + 1 < soundForms.length) {
        form += 1;
        return true;
      }
      form = 0;
      if (isGiven) return false;
      const before = instead;
      instead = undefined;
      if (before && ask(before)) return true;
      const isListing = listedKinds.some((kind) => addresses.includes(kind));
      return isListing && leaveOut(listedKinds.filter((kind) => !addresses.includes(kind)));
    },
    /** Asks for less after refusals that are believed: without what the reason names. Answers false where it names nothing. */
    lessNamed(reason: string): boolean {
      const words: readonly string[] = reason.toLowerCase().match(/[a-z]+/g) ?? [];
      return (
        !isGiven &&
        leaveOut(all.filter((kind) => [kind, ...(otherWords[kind] ?? [])].some((one) => words.includes(one))))
      );
    },
    /** Asks for less after refusals that are believed, and told nothing. Answers false when there is nothing else to ask for. */
    lessAnyway: (): boolean =>
      !isGiven && goneWithout.some((_, step) => step > asking.step && ask({ ...asking, step })),
  };
};
