/** Kills what is left of a program's processes, where the program is the leader of a process group of its own. */
export const killTree = (pid: number): void => {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // Nothing of it is alive any more.
  }
};
