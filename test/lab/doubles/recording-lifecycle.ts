import type { Departure, ExecutionInput, LifecycleExecution } from '../../../lib/ports/lifecycle-execution.ts';

export interface RecordingLifecycle extends LifecycleExecution {
  readonly started: readonly { readonly name: string; readonly input: ExecutionInput }[];
  readonly resumed: readonly { readonly token: string; readonly departure: Departure }[];
  readonly beats: readonly string[];
  readonly stopped: readonly string[];
}

/** Runs nothing, and remembers what it was asked for. As the real ones it starts a name once and takes a token once. */
export const recordingLifecycle = (): RecordingLifecycle => {
  const started: { name: string; input: ExecutionInput }[] = [];
  const resumed: { token: string; departure: Departure }[] = [];
  const beats: string[] = [];
  const stopped: string[] = [];
  return {
    started,
    resumed,
    beats,
    stopped,
    start: async (name, input) => {
      if (!started.some((execution) => execution.name === name)) started.push({ name, input });
    },
    resume: async (token, departure) => {
      if (!resumed.some((resumption) => resumption.token === token)) resumed.push({ token, departure });
    },
    heartbeat: async (token) => void beats.push(token),
    stop: async (name) => void stopped.push(name),
  };
};
