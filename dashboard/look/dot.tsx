export type Tone = 'live' | 'coming' | 'waiting' | 'done' | 'failed' | 'quiet';

/** How something stands: a dot for the eye, and the word. */
export const Dot = ({ word, tone }: { readonly word: string; readonly tone: Tone }) => (
  <span className="state" data-tone={tone}>
    <i aria-hidden />
    {word}
  </span>
);
