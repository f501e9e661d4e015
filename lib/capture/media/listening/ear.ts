/** Listens to one track: who speaks through it is not known here. Pure. */

import type { SpeechChange } from '../../programs/protocol/speech.ts';
import { meetingRate } from '../sound.ts';
import { createFeatures, frameLength, frameMs, listeningRate } from './features.ts';
import { inaudible, isWithin } from './loudness.ts';
import { type CutPiece, createPieceCutter, type PieceCutter } from './piece-cutter.ts';
import { createResampler } from './resampler.ts';
import { createSpeechGate } from './speech-gate.ts';

/** Changes and pieces since the last call; moments are those at which the sound was captured. */
export interface EarNews {
  readonly changes: readonly SpeechChange[];
  readonly pieces: readonly CutPiece[];
}

export interface Ear {
  /** Whether somebody is speaking now. */
  readonly isSounding: boolean;
  /** For how long nothing had been heard when its sound came last; a pause between words does not count. */
  readonly silent_ms: number;
  /** Takes sound at the meeting's rate that was captured at a moment. */
  hear(samples: Float32Array, at_ms: number): EarNews;
  /** Whether speech is cut into pieces from now on; a sentence that is being said now is cut off here. */
  cut(wanted: boolean): EarNews;
  /** Ends the piece that is open. It is not known who made the sound since `at_ms`. */
  part(at_ms?: number): EarNews;
}

// A piece need not wait until speech counts as stopped: what is said after such a rest is another one.
const restMs = 400;
// Sound of which so much is missing was interrupted. Less than that is a hole that a busy machine tore: speech goes on after it.
const interruptedMs = 600;
/** What comes so much earlier than it should counts by another clock. */
const earlyMs = 250;

let silence = new Float32Array();
/** Only to be read. */
const silenceOf = (length: number): Float32Array => {
  if (silence.length < length) silence = new Float32Array(length);
  return silence.subarray(0, length);
};

export const createEar = (): Ear => {
  const frame = new Float32Array(frameLength);
  let resampler = createResampler(meetingRate, listeningRate);
  let features = createFeatures();
  const gate = createSpeechGate();
  let cutter: PieceCutter | undefined;
  let filled = 0;
  let expected_ms: number | undefined;

  /** Keeps the place of what is missing, so that what follows is told at its moment. It says nothing of who speaks. */
  const fill = (from_ms: number, until_ms: number): EarNews => {
    const pieces: CutPiece[] = [];
    for (let at_ms = from_ms; at_ms + frameMs <= until_ms; at_ms += frameMs)
      pieces.push(...(cutter?.add(silenceOf(frameLength), at_ms) ?? []));
    return { changes: [], pieces };
  };

  const takeFrame = (at_ms: number): EarNews => {
    const pieces = cutter?.add(frame, at_ms) ?? [];
    const change = gate.measure(features(frame), at_ms);
    if (change?.type === 'speech_start') cutter?.start(change.at_ms);
    else if (change || at_ms - gate.sound_until_ms >= restMs) pieces.push(...(cutter?.stop(gate.sound_until_ms) ?? []));
    else if (gate.speaking) cutter?.start(at_ms);
    return { changes: change ? [change] : [], pieces };
  };

  const part = (at_ms = Number.POSITIVE_INFINITY): EarNews => {
    const pieces = cutter?.part(at_ms) ?? [];
    const change = gate.stop();
    return { changes: change ? [change] : [], pieces };
  };

  const restart = (): EarNews => {
    const news = part();
    resampler = createResampler(meetingRate, listeningRate);
    features = createFeatures();
    filled = 0;
    return news;
  };

  return {
    get isSounding() {
      return gate.speaking;
    },
    get silent_ms() {
      return expected_ms === undefined ? Number.POSITIVE_INFINITY : expected_ms - gate.sound_until_ms;
    },
    hear(samples, at_ms) {
      const missing_ms = expected_ms === undefined ? 0 : at_ms - expected_ms;
      const isBroken = missing_ms > interruptedMs || missing_ms < -earlyMs;
      const news = isBroken ? [restart()] : [fill(at_ms - missing_ms, at_ms)];
      expected_ms = at_ms + (samples.length * 1000) / meetingRate;
      const end_ms = expected_ms - resampler.delay_ms;
      const heard = resampler.take(isWithin(samples, inaudible) ? silenceOf(samples.length) : samples);
      for (let start = 0; start < heard.length; ) {
        const part = heard.subarray(start, start + frameLength - filled);
        frame.set(part, filled);
        filled += part.length;
        start += part.length;
        if (filled < frameLength) continue;
        filled = 0;
        news.push(takeFrame(end_ms - ((heard.length - start) / listeningRate) * 1000 - frameMs));
      }
      return { changes: news.flatMap(({ changes }) => changes), pieces: news.flatMap(({ pieces }) => pieces) };
    },
    cut(wanted) {
      const pieces = (!wanted && cutter?.part(Number.POSITIVE_INFINITY)) || [];
      cutter = wanted ? (cutter ?? createPieceCutter()) : undefined;
      if (gate.speaking) cutter?.start(Number.NEGATIVE_INFINITY);
      return { changes: [], pieces };
    },
    part,
  };
};
