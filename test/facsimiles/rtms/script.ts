/** What happens in a played meeting, and when. */
import { clips } from '../../../lib/demo-room/scripted/clips.ts';
import type { FilmName } from './films/films.ts';
import type { LineKind } from './line.ts';
import type { Person } from './meeting.ts';
import type { StopReason } from './numbers.ts';

export type Act =
  | { readonly does: 'join' | 'leave' | 'unshare'; readonly who: Person }
  /** A clip of the demo room; several may speak at once. */
  | { readonly does: 'say'; readonly who: Person; readonly clip: string }
  | { readonly does: 'chat'; readonly who: Person; readonly text: string }
  | { readonly does: 'camera'; readonly who: Person; readonly film: FilmName | 'off' }
  | { readonly does: 'share'; readonly who: Person; readonly film: FilmName }
  | { readonly does: 'pause' | 'resume' | 'fail over' }
  | { readonly does: 'cut'; readonly what: LineKind }
  | { readonly does: 'end'; readonly reason: StopReason };

/** Milliseconds from the start. */
export type Script = readonly (Act & { readonly at_ms: number })[];

const person = (n: number, user_name: string): Person => ({ user_id: 16_778_240 + n * 1024, user_name });
export const maya = person(0, 'Maya');
export const jonas = person(1, 'Jonas');
export const priya = person(2, 'Priya');

/** Twenty seconds with some of everything: three speakers, at the end all at once; two cameras of different sizes; a screen; chat. */
export const aShortMeeting: Script = [
  { at_ms: 0, does: 'join', who: maya },
  { at_ms: 100, does: 'join', who: jonas },
  { at_ms: 200, does: 'camera', who: maya, film: 'wide' },
  { at_ms: 300, does: 'camera', who: jonas, film: 'small' },
  { at_ms: 1_000, does: 'say', who: maya, clip: 'maya-01' },
  { at_ms: 5_000, does: 'say', who: jonas, clip: 'jonas-01' },
  { at_ms: 6_000, does: 'chat', who: maya, text: 'The agenda is in the invitation.' },
  { at_ms: 8_000, does: 'join', who: priya },
  { at_ms: 9_000, does: 'say', who: priya, clip: 'priya-01' },
  { at_ms: 12_000, does: 'share', who: maya, film: 'wide' },
  { at_ms: 15_000, does: 'unshare', who: maya },
  { at_ms: 16_000, does: 'say', who: maya, clip: 'maya-02' },
  { at_ms: 16_000, does: 'say', who: jonas, clip: 'jonas-02' },
  { at_ms: 16_000, does: 'say', who: priya, clip: 'priya-02' },
  { at_ms: 19_500, does: 'leave', who: jonas },
  { at_ms: 20_000, does: 'end', reason: 6 },
];

/** What is said in a script, and when: what a transcript of it ought to hold. */
export const utterancesOf = (script: Script) =>
  script.flatMap((act) => {
    if (act.does !== 'say') return [];
    const clip = clips.get(act.clip);
    if (!clip) throw new Error(`there is no clip ${act.clip}`);
    return [{ who: act.who, clip: act.clip, text: clip.text, at_ms: act.at_ms, duration_ms: clip.duration_ms }];
  });

const sentencesOf = (voice: string): string[] =>
  [...clips.values()].filter((clip) => clip.voice === voice && clip.text !== '').map(({ name }) => name);

/** Three people who talk for so long, with cameras of 1280 × 720 or others: every four seconds one of them, every sixth time all at once. */
export const aLongMeeting = (minutes: number, film: FilmName = 'hd'): Script => {
  const voices = [maya, jonas, priya].map((who) => ({ who, clips: sentencesOf(who.user_name.toLowerCase()) }));
  const say = (at_ms: number, turn: number, n: number): Script => {
    const voice = voices[n % voices.length];
    const clip = voice?.clips[turn % voice.clips.length];
    return voice && clip ? [{ at_ms, does: 'say', who: voice.who, clip }] : [];
  };
  const turns = Array.from({ length: Math.floor((minutes * 60) / 4) }, (_, turn) => {
    const at_ms = 1_000 + turn * 4_000;
    return turn % 6 === 5 ? voices.flatMap((_, n) => say(at_ms, turn, n)) : say(at_ms, turn, turn);
  });
  const arrivals: Script = voices.flatMap(({ who }, n) => [
    { at_ms: n * 100, does: 'join', who },
    { at_ms: n * 100 + 50, does: 'camera', who, film },
  ]);
  return [...arrivals, ...turns.flat(), { at_ms: minutes * 60_000 + 2_000, does: 'end', reason: 6 }];
};
