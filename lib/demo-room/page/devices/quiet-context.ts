/** Audio that is worked on and not played. It opens no output device, of which a browser gives out few. */
export const createQuietContext = (): AudioContext =>
  // Browsers without such a sink ignore the option.
  new AudioContext({ sampleRate: 48_000, sinkId: { type: 'none' } } as AudioContextOptions);
