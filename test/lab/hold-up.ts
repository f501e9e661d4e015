const never = new Int32Array(new SharedArrayBuffer(4));

/** As when a busy machine has no time for this process; what it costs the machine is nothing. */
export const holdUp = (for_ms: number): void => void Atomics.wait(never, 0, 0, for_ms);
