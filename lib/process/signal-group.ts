/** Sends a signal to all processes of a group that a process leads. One that is gone is not an error. */
export const signalGroup = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
};
