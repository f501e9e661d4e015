/** Which of some sounds another one is a part of, however late it comes. */

/** Shorter than what a receiver's buffer stretches or leaves out at once. */
const windowMs = 30;
/** So many of the loudest windows say enough. */
const mostWindows = 6;

const energyOf = (samples: Int16Array): number => samples.reduce((total, sample) => total + sample ** 2, 0);

/** How like a window is to the part of a sound that is likest: 1 where it is the same but for how loud it is. */
const likestIn = (sound: Int16Array, window: Int16Array): number => {
  const energy = energyOf(window);
  let soundEnergy = energyOf(sound.subarray(0, window.length));
  let likest = 0;
  for (let at = 0; at + window.length <= sound.length; at += 1) {
    let product = 0;
    for (let index = 0; index < window.length; index += 1) product += (window[index] ?? 0) * (sound[at + index] ?? 0);
    likest = Math.max(likest, product / Math.sqrt(energy * soundEnergy || 1));
    soundEnergy += (sound[at + window.length] ?? 0) ** 2 - (sound[at] ?? 0) ** 2;
  }
  return likest;
};

/** Of sounds, mono and of one rate, which a piece is likest to. */
export const likest = (piece: Int16Array, sounds: readonly Int16Array[], sampleRate: number): number => {
  const length = (windowMs * sampleRate) / 1_000;
  const windows = Array.from({ length: Math.floor(piece.length / length) }, (_, index) =>
    piece.subarray(index * length, (index + 1) * length),
  )
    .toSorted((one, other) => energyOf(other) - energyOf(one))
    .slice(0, mostWindows);
  const likenesses = sounds.map((sound) => windows.reduce((total, window) => total + likestIn(sound, window), 0));
  return likenesses.indexOf(Math.max(...likenesses));
};
